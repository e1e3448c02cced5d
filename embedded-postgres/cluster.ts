import { chmod, mkdtemp, open, readFile, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findInaccessibleFolder, toInaccessibleFolderError, changeOwner, canAccess, type OsUser } from "./os-user.ts";
import { runCommand } from "./run-command.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";
import { terminateOrphans, type LogMessage } from "./orphaned-processes.ts";
import { toArguments, initdbSettings, initialSettings } from "./postgres-settings.ts";

/** The name of the database user (`SUPERUSER`) and of the database. */
export const SUPERUSER = "parlance";
export const DATABASE = "parlance";
/**
 * Name prefix of the folders of drafts: clusters that are still being created, or have not been renamed to their final
 * name yet.
 */
export const DRAFT_PREFIX = "postgres.new-";
/** The first major version with the built-in locale provider, which sorts texts in the same order on every system. */
const MIN_MAJOR_VERSION = 17;

/** PostgreSQL's programs, ready to run. */
export interface PostgresPrograms {
  readonly bin: string;
  readonly major: number;
  readonly osUser: OsUser | undefined;
}

/**
 * Cleans up the drafts that earlier processes left, such as those of first starts that were killed: stops the processes
 * of these unfinished clusters, and deletes the folders.
 */
export async function removeDrafts(dataDir: string, programs: PostgresPrograms, log: LogMessage): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await removeDraft(join(dataDir, name), programs, log);
  }
}

/** Stops the processes of an unfinished cluster, frees its shared memory and deletes its folder. */
async function removeDraft(draft: string, programs: PostgresPrograms, log: LogMessage): Promise<void> {
  const { osUser } = programs;
  // The folder belongs to root until it is handed over to PostgreSQL's user. Before that, no program works in it.
  const { uid } = await stat(draft);
  if (osUser === undefined || uid === osUser.uid) {
    await terminateOrphans(draft, osUser, log);
    await removeSharedMemory(draft, programs, log);
  }
  await rm(draft, { recursive: true, force: true, maxRetries: 20 });
}

/**
 * Frees the shared memory of a cluster's killed processes. PostgreSQL frees it when it starts in the same folder again,
 * but a draft is never started again. So this function runs `postgres --check`, which frees the memory without starting
 * the database.
 */
async function removeSharedMemory(
  clusterDir: string,
  { bin, osUser }: PostgresPrograms,
  log: LogMessage,
): Promise<void> {
  // initdb writes this file before it starts any program that has shared memory.
  if (!(await readdir(clusterDir)).includes("PG_VERSION")) return;
  const data = await clusterDirArgument(clusterDir, osUser);
  // The draft's own configuration file may be missing, or half written.
  const check = ["--check", "-D", data, "--config-file=/dev/null", ...toArguments(initdbSettings())];
  const { code, output } = await runCommand(join(bin, "postgres"), check, { cwd: clusterDir, osUser });
  if (code !== 0)
    log("the shared memory of an unfinished database could not be freed", { reason: extractReason(output) });
}

/**
 * Ensures that a cluster exists and that these programs can open it. A new cluster is created under another name and
 * then renamed, so an incomplete cluster is never at `clusterDir`.
 */
export async function ensureCluster(clusterDir: string, programs: PostgresPrograms, log: LogMessage): Promise<void> {
  const version = await readFile(join(clusterDir, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) {
    await removeEmptyCluster(clusterDir);
    log("creating the database (first start)");
    return createCluster(clusterDir, programs, log);
  }
  const major = version.trim();
  if (major !== String(programs.major)) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was created by PostgreSQL ${major}, ` +
        `but this server runs PostgreSQL ${programs.major}. To keep using it, ` +
        `set PARLANCE_POSTGRES_BIN to a folder with the programs of PostgreSQL ${major}; ` +
        "to move it, export with those and import into a new data directory.",
    );
  }
  // A backup that was restored by copying files may have lost the owner and the mode.
  const { uid, mode } = await stat(clusterDir);
  if (programs.osUser !== undefined && uid !== programs.osUser.uid) await changeOwner(clusterDir, programs.osUser);
  if ((mode & 0o077) !== 0) await chmod(clusterDir, 0o700);
}

async function removeEmptyCluster(clusterDir: string): Promise<void> {
  try {
    await rmdir(clusterDir);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return;
    throw new EmbeddedPostgresError(
      `${clusterDir} already exists and is not a PostgreSQL database. ` +
        "Move it elsewhere, or choose another data directory.",
      { cause: error },
    );
  }
}

async function createCluster(clusterDir: string, programs: PostgresPrograms, log: LogMessage): Promise<void> {
  if (programs.major < MIN_MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `PARLANCE_POSTGRES_BIN contains PostgreSQL ${programs.major}; version ${MIN_MAJOR_VERSION} or later is required.`,
    );
  }
  const { osUser, bin } = programs;
  const draft = await mkdtemp(join(dirname(clusterDir), DRAFT_PREFIX));
  try {
    await changeOwner(draft, osUser);
    const data = await clusterDirArgument(draft, osUser);
    // Without --no-clean, a failing initdb deletes the files that are needed to free the shared memory of a killed
    // program.
    const identity = ["-D", data, "-U", SUPERUSER, "--auth=trust", "--data-checksums", "--no-clean"];
    const text = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const init = [...identity, ...text, ...toArguments({ ...initialSettings(), ...initdbSettings() })];
    await assertProgramSucceeds("creating the database", join(bin, "initdb"), init, {
      cwd: draft,
      osUser,
    });
    const sql = [
      `CREATE DATABASE ${DATABASE};`,
      // The server itself reports errors of its own statements. PostgreSQL's log is for background activity.
      `ALTER ROLE ${SUPERUSER} SET log_min_messages = 'log';`,
      ...Object.keys(initdbSettings()).flatMap((name) => alterSystem(name, initialSettings()[name])),
    ];
    const single = ["--single", "-D", data, "-j", "-c", "exit_on_error=on", "-c", "log_checkpoints=off", "template1"];
    const input = sql.join("\n\n") + "\n\n";
    await assertProgramSucceeds("creating the database", join(bin, "postgres"), single, {
      cwd: draft,
      osUser,
      input,
    });
    await rename(draft, clusterDir);
    await using folder = await open(dirname(clusterDir));
    await folder.sync();
  } catch (error) {
    // If the draft cannot be removed now, the next start removes it.
    await removeDraft(draft, programs, log).catch((cause: unknown) => log(`${draft} is left over`, { cause }));
    throw error;
  }
}

const alterSystem = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`ALTER SYSTEM SET ${name} = '${value}';`];

async function assertProgramSucceeds(
  doing: string,
  file: string,
  args: string[],
  options: Parameters<typeof runCommand>[2],
) {
  const { code, output } = await runCommand(file, args, options);
  if (code !== 0) throw toProgramError(doing, dirname(options.cwd), output);
}

/** Converts the output of a failed PostgreSQL program to an error, with an explanation of common reasons. */
export function toProgramError(doing: string, dataDir: string, output: string): EmbeddedPostgresError {
  const reason = extractReason(output);
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output)) {
    return new EmbeddedPostgresError(
      `The disk is full: ${doing} in ${dataDir} failed. Free up space and start again. (${reason})`,
    );
  }
  if (output.includes("could not look up effective user ID")) {
    return new EmbeddedPostgresError(
      `User ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL creates no database without one. ` +
        "Add one, or start the server as another user.",
    );
  }
  return new EmbeddedPostgresError(
    `${doing[0]?.toUpperCase()}${doing.slice(1)} in ${dataDir} failed. PostgreSQL's message: ${reason}`,
  );
}

/** Messages of initdb about its option `--no-clean`. */
const NO_CLEAN_MESSAGE = /no-clean mode|not removed at user's request/;

/**
 * Extracts the relevant lines of PostgreSQL's last output, joined to one line: its errors with their hints, or else its
 * last lines.
 */
function extractReason(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !NO_CLEAN_MESSAGE.test(line));
  const errors = lines.filter((line) => /\b(ERROR|FATAL|PANIC|HINT|DETAIL|error|detail|hint):|could not/.test(line));
  return (errors.length > 0 ? errors : lines).slice(-5).join("; ");
}

/**
 * Returns the path of the cluster for the option `-D`. If PostgreSQL's system user has no access to a folder above the
 * cluster, then on Linux the path of the working directory is returned, because every PostgreSQL process runs in the
 * cluster's folder. On other systems, the data directory is made accessible; a folder above it cannot be.
 */
export async function clusterDirArgument(clusterDir: string, osUser: OsUser | undefined): Promise<string> {
  const dataDir = dirname(clusterDir);
  let barrier = await findInaccessibleFolder(osUser, dataDir);
  if (barrier === undefined || osUser === undefined) return clusterDir;
  if (process.platform === "linux") return "/proc/self/cwd";
  const stats = await stat(dataDir);
  if (!canAccess(osUser, stats, 0o1)) await chmod(dataDir, (stats.mode & 0o7777) | 0o001);
  barrier = await findInaccessibleFolder(osUser, dataDir);
  if (barrier !== undefined) throw toInaccessibleFolderError(barrier, osUser);
  return clusterDir;
}
