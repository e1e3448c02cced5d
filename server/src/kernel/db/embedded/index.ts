import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { accountFor, barrierFor } from "./account.ts";
import { DATABASE, ensureCluster, removeDrafts, SUPERUSER, type Programs } from "./cluster.ts";
import { acquireDataDirectory } from "./data-directory-lock.ts";
import { explained } from "./errors.ts";
import { announceHolder } from "./holder.ts";
import { findInstallation, isUsableInPlace, majorVersion } from "./installation.ts";
import { endOrphans, type Log } from "./orphans.ts";
import { startPostmaster } from "./postmaster.ts";
import { createRunDirectory } from "./run-directory.ts";
import { copyRuntime, keepSideDoor, openSideDoor, removeRuntimeCopies } from "./runtime-copy.ts";

export { DataDirectoryInUse, EmbeddedPostgresError } from "./errors.ts";

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** libpq-style settings for pg.Pool: Unix socket only. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** pid of the postmaster */
  readonly pid: number;
  /** Shuts it down, waits until it is gone, and gives the data directory free. May be called more than once. */
  stop(): Promise<void>;
  /** Resolves, with how it ended and its last words, when the postmaster ends without stop() having been called. */
  readonly exited: Promise<string>;
}

/** What `startEmbeddedPostgres` needs to know. */
export interface EmbeddedPostgresOptions {
  /** The server's data directory; made if missing. The cluster lives in its folder `postgres`. */
  readonly dataDir: string;
  /** Gets progress and PostgreSQL's own messages, for people to read. */
  readonly log: Log;
  /** PARLANCE_POSTGRES_BIN: the folder that holds initdb and postgres. By default the packaged ones are used. */
  readonly binDir?: string | undefined;
}

/**
 * Starts the database in `dataDir`, and creates it if there is none. Whatever an earlier server left behind, however it
 * ended, is put in order first. The database does not outlive this process, even if that is killed.
 * Throws `DataDirectoryInUse` when another server has the directory, `EmbeddedPostgresError` for all else that is in
 * the way.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const named = resolve(options.dataDir);
  try {
    await mkdir(named, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(named);
    await using cleanup = new AsyncDisposableStack();
    const lock = await acquireDataDirectory(dataDir);
    cleanup.defer(() => lock.release());
    const { postmaster, run } = await start({ ...options, dataDir }, cleanup);
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
      exited,
      stop: () => (stopping ??= owned.disposeAsync()),
    };
  } catch (error) {
    throw explained(error, named);
  }
}

async function start({ dataDir, log, binDir }: EmbeddedPostgresOptions, cleanup: AsyncDisposableStack) {
  const began = performance.now();
  const clusterDir = join(dataDir, "postgres");
  const account = await accountFor(clusterDir);
  const installation = await findInstallation(binDir);
  await endOrphans(clusterDir, account, log);
  await removeDrafts(dataDir, account, log);

  const inPlace = await isUsableInPlace(installation, account);
  const copy = inPlace ? undefined : await copyRuntime(installation, dataDir);
  await removeRuntimeCopies(dataDir, copy);
  const reachable = copy === undefined || (await barrierFor(account, copy)) === undefined;

  const run = await createRunDirectory({ dataDir, account, executable: !reachable });
  cleanup.defer(() => run.remove());
  let bin = copy === undefined ? installation.bin : join(copy, "bin");
  if (copy !== undefined && account !== undefined && !reachable) {
    bin = await openSideDoor(run.path, copy, account);
    cleanup.use(keepSideDoor(run.path));
  }

  const programs: Programs = { bin, account, major: await majorVersion(bin, copy ?? "/", account) };
  await ensureCluster(clusterDir, programs, log);
  const presence = await announceHolder(clusterDir);
  cleanup.defer(async () => presence?.withdraw());
  const postmaster = await startPostmaster({
    clusterDir,
    runDirectory: run.path,
    programs,
    log,
  });
  cleanup.defer(() => postmaster.shutDown());
  log("the database is ready", { pid: postmaster.pid, ms: Math.round(performance.now() - began) });
  return { postmaster, run };
}
