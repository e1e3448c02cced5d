import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { knownFingerprint, secretPath } from "@parlance/server/modules/sign-in/secret.ts";
import { createBackup } from "@parlance/server/kernel/db/backup/create.ts";
import { filesToKeep, LEFT_OUT } from "../backup/plan.ts";
import { progressLine, size } from "../backup/progress-line.ts";
import { CommandError } from "../failure.ts";
import { configFor, openInstallation, type Installation } from "../installation.ts";
import { type GlobalOptions, print } from "../output.ts";

export const backupCommand = (): Command =>
  new Command("backup")
    .summary("back everything up into one file")
    .description(
      "Writes all that a server keeps into one file: the database as it is at one moment, letters that are files, and the " +
        "server's secret, unless that comes from PARLANCE_SECRET. A server may run meanwhile, and notices nothing. The " +
        "file is a tar archive, packed by gzip; it gets its name when it is complete and was read back.\n\n" +
        "Whoever has the file can read everything, and with the secret act as anybody: keep it like a private key.",
    )
    .argument("<file>", "a new file; one that exists is not touched")
    .addHelpText(
      "after",
      `
Examples:
  parlance backup parlance.tar.gz
  parlance backup "/var/backups/parlance-$(date +%F).tar.gz" --data-dir /var/lib/parlance
  tar tvf parlance.tar.gz                 what is in it
  parlance restore parlance.tar.gz --check`,
    )
    .action(async (file: string, _options: unknown, command: Command) =>
      backUp(resolve(file), command.optsWithGlobals<GlobalOptions>()),
    );

async function backUp(path: string, options: GlobalOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  await checkPlaces(path, options);
  const began = Date.now();
  const line = progressLine(options);
  await using installation = await openInstallation(options);
  const { dataDir, config, connection, url } = installation;
  const withSecret = config.secret === undefined && (await isThere(secretPath(dataDir)));
  const about = {
    program: await programVersion(),
    site: url,
    secretFingerprint: await fingerprintOf(installation),
    holdsSecret: withSecret,
  };
  const files = () => filesToKeep(dataDir, { withSecret });
  const content = { about, leftOut: LEFT_OUT, files };
  const made = await createBackup(path, { ...content, connection, report: line.report, signal })
    .finally(line.end)
    .catch((error: unknown) => {
      throw signal.aborted ? new CommandError("stopped before it was done: nothing was left") : error;
    });

  const { manifest, contents, bytes } = made;
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
  const seconds = Math.round((Date.now() - began) / 100) / 10;
  const secret = withSecret
    ? "It holds the server's secret: anyone who has the file can act as anybody."
    : "It does not hold the server's secret: keep that beside it, or every API key will be void.";
  print(
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
    `Wrote ${path}: ${size(bytes)}, ${manifest.tables.length} tables with ${rows} rows, in ${seconds} s, and read it back.\n${secret}`,
  );
}

/** What would otherwise be noticed late, or make a database that was not there. */
async function checkPlaces(path: string, options: GlobalOptions): Promise<void> {
  if (!(await isThere(dirname(path)))) throw new CommandError(`there is no folder ${dirname(path)}`);
  const config = configFor(options);
  const cluster = join(resolve(config.dataDir), "postgres", "PG_VERSION");
  if (config.databaseUrl !== undefined || (await isThere(cluster))) return;
  throw new CommandError(`there is no database in ${resolve(config.dataDir)}; say with --data-dir where it is`);
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

/** Null where the database is too old, or too empty, to tell: the backup says itself what is wrong. */
const fingerprintOf = async ({ db }: Installation): Promise<string | null> =>
  (await knownFingerprint(db.reader).catch(() => undefined)) ?? null;

async function programVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
