import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command } from "commander";
import { backUpServer } from "@parlance/server/backups/back-up-server.ts";
import { createProgressLine, formatBytes } from "../backup/progress-line.ts";
import { CommandError } from "../command-error.ts";
import { assertInstalled, loadConfigFor, openInstallation } from "../installation.ts";
import { type GlobalOptions, printResult } from "../output.ts";

export const backupCommand = (): Command =>
  new Command("backup")
    .summary("back up a server to one file")
    .description(
      "Backs up all data of a server to one file: a consistent snapshot of the database, emails saved as files, and the " +
        "server's secret, unless it is set in PARLANCE_SECRET. The server can keep running. The file is a gzip-compressed " +
        "tar archive; it appears under its name once it is complete and has been verified.\n\n" +
        "Anyone who has the file can read all data and, with the secret, act as any user: protect it like a private key.",
    )
    .argument("<file>", "file to create; an existing file is never overwritten")
    .addHelpText(
      "after",
      `
Examples:
  parlance backup parlance.tar.gz
  parlance backup "/var/backups/parlance-$(date +%F).tar.gz" --data-dir /var/lib/parlance
  tar tvf parlance.tar.gz                 list its contents
  parlance restore parlance.tar.gz --check`,
    )
    .action(async (file: string, _options: unknown, command: Command) =>
      backUp(resolve(file), command.optsWithGlobals<GlobalOptions>()),
    );

async function backUp(path: string, options: GlobalOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  await assertPathsUsable(path, options);
  const began = Date.now();
  const line = createProgressLine(options);
  await using installation = await openInstallation(options);
  const { dataDir, config, connection, db, url } = installation;
  const hasSecretFile = config.secret === undefined;
  const made = await backUpServer(path, { connection, db, dataDir, url, hasSecretFile, report: line.report, signal })
    .finally(line.end)
    .catch((error: unknown) => {
      throw signal.aborted ? new CommandError("interrupted: the incomplete file was removed") : error;
    });

  const { manifest, contents, bytes } = made;
  const withSecret = manifest.holdsSecret;
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
  const seconds = Math.round((Date.now() - began) / 100) / 10;
  const secret = withSecret
    ? "It contains the server's secret: anyone who has the file can act as any user."
    : "It does not contain the server's secret: store the secret with the backup, or API keys will stop working after a restore.";
  printResult(
    options,
    {
      file: path,
      bytes,
      created_at: manifest.createdAt,
      tables: manifest.tables.length,
      rows,
      holds_secret: withSecret,
      seconds,
    },
    `Wrote ${path}: ${formatBytes(bytes)}, ${manifest.tables.length} tables with ${rows} rows, in ${seconds} s, and verified it.\n${secret}`,
  );
}

/**
 * Throws if the backup's folder or the installation does not exist. Without this check, the problem would be noticed
 * late.
 */
async function assertPathsUsable(path: string, options: GlobalOptions): Promise<void> {
  if (!(await pathExists(dirname(path)))) throw new CommandError(`the folder ${dirname(path)} does not exist`);
  await assertInstalled(loadConfigFor(options));
}

const pathExists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;
