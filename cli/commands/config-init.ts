import { chown, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { SETTINGS_FILE_NAME } from "@parlance/kernel/config/file/find-settings-file.ts";
import { settingsTemplate } from "@parlance/kernel/config/text/settings-template.ts";
import { createNewFile } from "@parlance/kernel/files/create-new-file.ts";
import { assertDataDirectoryUsable, createDataDirectory } from "@parlance/kernel/files/data-directory.ts";
import { settingTables } from "@parlance/server/app/config/setting-tables.ts";
import { settings } from "@parlance/server/app/config/settings.ts";
import { CommandError } from "../command-error.ts";
import { type GlobalOptions, printResult } from "../output.ts";

export const configInitCommand = (): Command =>
  new Command("init")
    .summary("create a settings file")
    .description(
      "Creates a settings file that contains every setting with its description and its default, as comments: uncomment a " +
        "line to change the setting. The file is created as --config or PARLANCE_CONFIG names it, otherwise as parlance.toml in the data " +
        "directory, which is created if necessary. Only its owner can read it, because it may contain secrets. An existing " +
        "file is not overwritten.",
    )
    .addHelpText(
      "after",
      `
Examples:
  parlance config init --data-dir /var/lib/parlance
  parlance config init --config /etc/parlance/parlance.toml

If the server runs as another user, that user has to be able to read the file:
  chown root:parlance /etc/parlance/parlance.toml && chmod 640 /etc/parlance/parlance.toml`,
    )
    .action(async (_options: unknown, command: Command) => createFile(command.optsWithGlobals<GlobalOptions>()));

async function createFile(options: GlobalOptions): Promise<void> {
  const { env } = options.shell;
  const named = options.config ?? (env["PARLANCE_CONFIG"] || undefined);
  const isInDataDirectory = named === undefined;
  const path = isInDataDirectory ? await prepareDataDirectory(options) : resolve(named);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new CommandError(`the folder ${dirname(path)} does not exist: create it first`);
  const text = settingsTemplate(settings, settingTables, { isInDataDirectory });
  await createNewFile(path, { write: (file) => file.writeFile(text), check: async () => undefined });
  // If root creates the file in another user's data directory, that user's server reads it.
  if (isInDataDirectory && process.getuid?.() === 0) await chown(path, folder.uid, folder.gid);
  printResult(
    options,
    { file: path },
    `Wrote ${path}: every setting is in it as a comment, with its default. Only its owner can read it.\n` +
      `After you have changed it, check it with: parlance config check ${isInDataDirectory ? `--data-dir ${dirname(path)}` : `--config ${path}`}`,
  );
}

/** Creates the data directory if it does not exist. Returns the path of its settings file. */
async function prepareDataDirectory({ dataDir, shell }: GlobalOptions): Promise<string> {
  const { variable, default: usual } = settings.dataDir;
  const folder = resolve(dataDir ?? (shell.env[variable] || usual));
  await assertDataDirectoryUsable(folder);
  await createDataDirectory(folder);
  return join(folder, SETTINGS_FILE_NAME);
}
