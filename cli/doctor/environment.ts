import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { loadConfigFor } from "../installation.ts";
import type { GlobalOptions } from "../output.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const MIN_NODE_VERSION = 24;

export function checkNode(): Finding {
  const { node } = process.versions;
  return Number.parseInt(node, 10) >= MIN_NODE_VERSION
    ? ok("node", `Node ${node}`)
    : fail(
        "node",
        `Node ${node} is too old`,
        `Install Node ${MIN_NODE_VERSION} or later, or start with \`npm start\`.`,
      );
}

/** Checks the settings, and returns them if they are valid. */
export function checkSettings(options: GlobalOptions): { findings: Finding[]; config?: Config } {
  try {
    const config = loadConfigFor(options);
    if (config.warnings.length === 0) return { findings: [ok("settings", describeValidSettings(config))], config };
    const advice = "Correct the name, or remove the variable; docs/settings.md lists all settings.";
    return { findings: config.warnings.map((message) => warn("settings", message, advice)), config };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = "Correct the setting; docs/settings.md lists all settings.";
    return { findings: error.message.split("\n").map((message) => fail("settings", message, advice)) };
  }
}

const describeValidSettings = ({ settingsFile }: Config): string =>
  settingsFile === undefined ? "valid; there is no settings file" : `valid, read from ${settingsFile}`;
