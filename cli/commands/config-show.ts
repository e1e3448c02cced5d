import { Command } from "commander";
import type { SettingSource } from "@parlance/kernel/config/read-settings.ts";
import type { Setting } from "@parlance/kernel/config/setting.ts";
import type { Origin } from "@parlance/kernel/config/setting-sources.ts";
import { tableOf } from "@parlance/kernel/config/setting-declarations.ts";
import { createDescriber } from "@parlance/kernel/config/text/setting-texts.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { settingTables } from "@parlance/server/app/config/setting-tables.ts";
import { settings } from "@parlance/server/app/config/settings.ts";
import { loadConfigFor } from "../installation.ts";
import { formatTable, type GlobalOptions, printResult } from "../output.ts";

const HIDDEN = "(hidden)";

export const configShowCommand = (): Command =>
  new Command("show")
    .summary("print all settings, and where each value comes from")
    .description(
      "Prints every setting with its value and its origin: the default, a line of the settings file, an environment variable, or an " +
        "option of the command line. Secrets are not printed.",
    )
    .addHelpText(
      "after",
      `
Examples:
  parlance config show
  parlance config show --data-dir /var/lib/parlance --json`,
    )
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const config = loadConfigFor(options);
      const shown = showSettings(config);
      const { settingsFile, searchedFiles } = config;
      const heading =
        settingsFile === undefined
          ? `There is no settings file (searched: ${searchedFiles.join(", ")}).`
          : `Settings file: ${settingsFile}`;
      const rows = shown.map(({ key, value, text, origin }) => [key, value === null ? text : String(value), origin]);
      printResult(
        options,
        { file: settingsFile ?? null, settings: shown.map(({ text: _, ...one }) => one) },
        `${heading}\n\n${formatTable(["SETTING", "VALUE", "FROM"], rows)}`,
      );
    });

interface ShownSetting {
  readonly key: string;
  readonly variable: string;
  /** Null if no value is set and the default is not a plain value. */
  readonly value: string | number | boolean | null;
  /** Description of the default, in parentheses. */
  readonly text: string;
  readonly origin: string;
  /** Number of the line in the settings file, if the value is from there. */
  readonly line?: number;
}

const describeDefault = createDescriber(settings);

/** Returns all settings with their names, in the order of the tables. */
function settingsInOrder(): [name: string, setting: Setting<unknown>][] {
  const tables = Object.keys(settingTables);
  const position = ({ key }: Setting<unknown>) => tables.indexOf(tableOf(key));
  return Object.entries<Setting<unknown>>(settings).sort(([, one], [, other]) => position(one) - position(other));
}

const showSettings = (config: Config): ShownSetting[] =>
  settingsInOrder().map(([name, setting]) => {
    const source = config.sources[name as keyof typeof config.sources];
    const { origin } = source;
    return {
      key: setting.key,
      variable: setting.variable,
      value: shownValue(setting, source, config[name as keyof typeof config.sources]),
      text: `(${describeDefault(setting.defaultText ?? "none").replaceAll("`", "")})`,
      origin: describe(origin),
      ...(origin.kind === "file" && { line: origin.line }),
    };
  });

function shownValue(setting: Setting<unknown>, { text }: SettingSource, value: unknown): ShownSetting["value"] {
  if (setting.isSecret === true) return text === undefined ? null : HIDDEN;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (text !== undefined) return text;
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the origin in words. The file is the one that the heading names. */
const describe = (origin: Origin): string => {
  switch (origin.kind) {
    case "default":
      return "default";
    case "file":
      return `line ${origin.line} of the file`;
    case "flag":
    case "variable":
      return origin.name;
  }
};
