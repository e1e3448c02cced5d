import { Command } from "commander";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { loadSettingsFromFiles } from "@parlance/server/app/settings.ts";
import { loadConfigFor } from "../installation.ts";
import { type GlobalOptions, printResult } from "../output.ts";

export const configCheckCommand = (): Command =>
  new Command("check")
    .summary("list all errors in the settings")
    .description(
      "Checks the settings file and the environment variables, and lists all errors: unknown settings, with the closest known name; values " +
        "that are not accepted; settings that contradict each other; secrets that other users can read. Also checks the file of " +
        "identity providers. The exit status is 1 if there are errors; warnings do not affect it. To check what the settings refer to, " +
        "such as the database and the mail server, run `parlance doctor`.",
    )
    .addHelpText(
      "after",
      `
Examples:
  parlance config check
  parlance config check --config /etc/parlance/parlance.toml --json`,
    )
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const { errors, config } = await findErrors(options);
      const { settingsFile: file = null, warnings = [] } = config ?? {};
      const lines = [
        ...errors,
        ...warnings.map((warning) => `warning: ${warning}`),
        ...(config && errors.length === 0 ? [describeSource(config)] : []),
      ];
      printResult(options, { ok: errors.length === 0, file, errors, warnings }, lines.join("\n"));
      if (errors.length > 0) options.shell.exitWith(1);
    });

async function findErrors(options: GlobalOptions): Promise<{ errors: readonly string[]; config?: Config }> {
  let config: Config | undefined;
  try {
    config = loadConfigFor(options);
    await loadSettingsFromFiles(config, options.shell.env);
    return { errors: [], config };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { errors: error.message.split("\n"), ...(config && { config }) };
  }
}

const describeSource = ({ settingsFile, searchedFiles }: Config): string =>
  settingsFile === undefined
    ? `The environment variables are valid. There is no settings file (searched: ${searchedFiles.join(", ")}).`
    : `${settingsFile} and the environment variables are valid.`;
