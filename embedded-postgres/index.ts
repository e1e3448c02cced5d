import { existsSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { chooseOsUser, findInaccessibleFolder } from "./os-user.ts";
import { DATABASE, DRAFT_PREFIX, ensureCluster, removeDrafts, SUPERUSER, type PostgresPrograms } from "./cluster.ts";
import { acquireDataDirectoryLock } from "./data-directory-lock.ts";
import { explainError } from "./errors.ts";
import { announceOwner } from "./cluster-owner.ts";
import { findInstallation, isUsableInPlace, majorVersion } from "./installation.ts";
import { terminateOrphans, type LogMessage } from "./orphaned-processes.ts";
import { startPostmaster } from "./postmaster.ts";
import { committedFolders, completeReplacement } from "./replace-data-directory.ts";
import { createRunDirectory } from "./run-directory.ts";
import { copyRuntime, refreshRuntimeLinks, createRuntimeLinks, removeRuntimeCopies } from "./runtime-copy.ts";

export { DataDirectoryInUse, EmbeddedPostgresError } from "./errors.ts";
export { createReplacementDraft, replaceDataDirectory } from "./replace-data-directory.ts";

/** Name of the cluster's folder in a data directory. */
const CLUSTER = "postgres";

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** libpq-style settings for pg.Pool. They use a Unix socket, because the database has no TCP port. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** The pid of the postmaster, PostgreSQL's main process. */
  readonly pid: number;
  /** The folder of the cluster's files. */
  readonly clusterDir: string;
  /**
   * Shuts the database down, waits until its processes have ended, and releases the data directory. May be called more
   * than once.
   */
  stop(): Promise<void>;
  /** Resolves with the exit status and the last output of the postmaster if it ends without a call of `stop()`. */
  readonly exited: Promise<string>;
}

/** Options of `startEmbeddedPostgres`. */
export interface EmbeddedPostgresOptions {
  /** The server's data directory, which is created if it does not exist. The cluster is in its folder `postgres`. */
  readonly dataDir: string;
  /** Receives progress messages and PostgreSQL's own messages, for the operator to read. */
  readonly log: LogMessage;
  /** PARLANCE_POSTGRES_BIN: the folder that contains initdb and postgres. Default: the packaged programs. */
  readonly binDir?: string | undefined;
  /**
   * Whether committed data survives a crash of the machine. Default: true. Tests that do not depend on durability set
   * false to be faster.
   */
  readonly durable?: boolean;
  /** Called when the database process runs but is not ready yet, so that other work can be done meanwhile. */
  readonly onSpawned?: () => void;
  /** For callers that have locked the data directory themselves with `lockDataDirectory`. */
  readonly use?: {
    /** Name of the folder in which a new cluster is created. The cluster is a draft: the next start removes it. */
    readonly draft: string;
  };
}

/** Returns whether a data directory contains an embedded database. Changes nothing. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  [dataDir, ...committedFolders(dataDir)].some((folder) => existsSync(join(folder, CLUSTER, "PG_VERSION")));

/** A data directory locked by `lockDataDirectory`. Disposing it releases the lock. */
export interface LockedDataDirectory extends AsyncDisposable {
  /** The directory's real path. */
  readonly path: string;
}

/**
 * Makes this process the only user of a data directory, which is created if it does not exist, and completes an
 * interrupted replacement of its content. Throws `DataDirectoryInUse` if another server uses the directory, and
 * `EmbeddedPostgresError` if it cannot be used for another reason.
 */
export async function lockDataDirectory(dataDir: string): Promise<LockedDataDirectory> {
  const named = resolve(dataDir);
  try {
    await mkdir(named, { recursive: true, mode: 0o700 });
    const path = await realpath(named);
    await using cleanup = new AsyncDisposableStack();
    const lock = await acquireDataDirectoryLock(path);
    cleanup.defer(() => lock.release());
    await completeReplacement(path);
    const owned = cleanup.move();
    return { path, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  } catch (error) {
    throw explainError(error, named);
  }
}

/**
 * Starts the database in `dataDir`, and creates the database if there is none. First cleans up after an earlier server,
 * even one that was killed. When this process ends, the database is stopped, even if the process is killed. Throws
 * `DataDirectoryInUse` if another server uses the directory, and `EmbeddedPostgresError` for any other problem.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const named = resolve(options.dataDir);
  try {
    await using cleanup = new AsyncDisposableStack();
    const dataDir = options.use ? named : cleanup.use(await lockDataDirectory(named)).path;
    const { postmaster, run, clusterDir } = await start({ ...options, dataDir }, cleanup);
    const owned = cleanup.move();

    let stopping: Promise<void> | undefined;
    const exited = new Promise<string>((report) => {
      void postmaster.ended.then(async (how) => {
        if (stopping !== undefined) return;
        await run.remove();
        report(how);
      });
    });
    return {
      connection: { host: run.path, port: 5432, user: SUPERUSER, database: DATABASE },
      pid: postmaster.pid,
      clusterDir,
      exited,
      stop: () => (stopping ??= owned.disposeAsync()),
    };
  } catch (error) {
    throw explainError(error, named);
  }
}

async function start(
  { dataDir, log, binDir, durable = true, onSpawned, use }: EmbeddedPostgresOptions,
  cleanup: AsyncDisposableStack,
) {
  const began = performance.now();
  const present = join(dataDir, CLUSTER);
  const osUser = await chooseOsUser(present);
  const installation = await findInstallation(binDir);
  await terminateOrphans(present, osUser, log);

  const inPlace = await isUsableInPlace(installation, osUser);
  const copy = inPlace ? undefined : await copyRuntime(installation, dataDir);
  await removeRuntimeCopies(dataDir, copy);
  const reachable = copy === undefined || (await findInaccessibleFolder(osUser, copy)) === undefined;

  const run = await createRunDirectory({ dataDir, osUser, executable: !reachable });
  cleanup.defer(() => run.remove());
  let bin = copy === undefined ? installation.bin : join(copy, "bin");
  if (copy !== undefined && osUser !== undefined && !reachable) {
    bin = await createRuntimeLinks(run.path, copy, osUser);
    cleanup.use(refreshRuntimeLinks(run.path));
  }

  const programs: PostgresPrograms = { bin, osUser, major: await majorVersion(bin, copy ?? "/", osUser) };
  await removeDrafts(dataDir, programs, log);
  const clusterDir = use === undefined ? present : join(dataDir, DRAFT_PREFIX + use.draft);
  await ensureCluster(clusterDir, programs, log);
  const presence = await announceOwner(clusterDir);
  cleanup.defer(async () => presence?.withdraw());
  const postmaster = await startPostmaster({
    clusterDir,
    runDirectory: run.path,
    programs,
    durable,
    log,
    onSpawned,
  });
  cleanup.defer(() => postmaster.shutDown());
  log("the database is ready", { pid: postmaster.pid, ms: Math.round(performance.now() - began) });
  return { postmaster, run, clusterDir };
}
