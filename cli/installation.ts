import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, loadConfig } from "@parlance/server/kernel/config.ts";
import { requireDataDirectory, makeDataDirectory } from "@parlance/server/kernel/data-directory.ts";
import { PostgresDatabase } from "@parlance/server/kernel/db/database.ts";
import { DataDirectoryInUse, startEmbeddedPostgres } from "@parlance/server/kernel/db/embedded/index.ts";
import { inspectDatabase } from "@parlance/server/kernel/db/database-inspection.ts";
import { isOfNetwork, outageOf } from "@parlance/server/kernel/db/outage.ts";
import { refusePromoted } from "@parlance/server/kernel/db/promotion.ts";
import type { ConnectionSettings } from "@parlance/server/kernel/db/pool.ts";
import { errorText } from "@parlance/server/kernel/error-description.ts";
import { CommandError } from "./command-error.ts";
import type { GlobalOptions } from "./output.ts";

/** How long to wait for a server that is just starting or stopping. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 300;

/** A server's database, as the commands beside it use it. */
export interface Installation extends AsyncDisposable {
  readonly config: Config;
  readonly dataDir: string;
  /** Where people reach the server. */
  readonly url: string;
  readonly db: PostgresDatabase;
  readonly connection: ConnectionSettings;
  /** Whether this command started the database itself, because no server runs. */
  readonly isOurs: boolean;
  /** The process of the server that runs on the data directory, where one does and the database is its own. */
  readonly serverPid: number | undefined;
}

interface Opening {
  /** Whether an embedded database may be opened that went on elsewhere. */
  readonly promotedToo?: boolean;
}

export const configFor = ({ dataDir, shell }: GlobalOptions): Config =>
  loadConfig({ ...shell.env, ...(dataDir === undefined ? {} : { PARLANCE_DATA_DIR: dataDir }) });

/**
 * Reaches the database: the one of DATABASE_URL, or the embedded one, either of a running server or
 * started now and stopped at the end.
 */
export async function openInstallation(
  options: GlobalOptions,
  { promotedToo = false }: Opening = {},
): Promise<Installation> {
  const config = configFor(options);
  const dataDir = resolve(config.dataDir);
  await using cleanup = new AsyncDisposableStack();
  const reached = config.databaseUrl === undefined ? await embedded(config, dataDir, cleanup) : await external(config);
  const { db, connection, isOurs, serverPid } = reached;
  cleanup.defer(() => db.close());
  if (!promotedToo) refusePromoted(reached.facts ?? (await inspectDatabase(connection)).facts);
  const url = config.externalUrl ?? reached.url ?? config.server.url;
  const owned = cleanup.move();
  return { config, dataDir, url, db, connection, isOurs, serverPid, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface Reached {
  readonly db: PostgresDatabase;
  readonly connection: ConnectionSettings;
  readonly isOurs: boolean;
  readonly url?: string;
  readonly serverPid?: number;
  /** Where they were looked at already. */
  readonly facts?: ReadonlyMap<string, string>;
}

async function external({ databaseUrl = "" }: Config): Promise<Reached> {
  const connection = { connectionString: databaseUrl };
  const { facts } = await inspectDatabase(connection).catch((error: unknown) => {
    if (outageOf(error) === undefined && !isOfNetwork(error)) throw error;
    throw new CommandError(
      `the database of DATABASE_URL cannot be reached: ${errorText(error)}. Check that it is running and that DATABASE_URL is correct.`,
      { cause: error },
    );
  });
  return { db: open(connection), connection, isOurs: false, facts };
}

async function embedded(config: Config, dataDir: string, cleanup: AsyncDisposableStack): Promise<Reached> {
  await requireDataDirectory(dataDir);
  await makeDataDirectory(dataDir);
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, binDir: config.postgresBin, log: () => undefined });
      cleanup.defer(() => postgres.stop());
      const { connection } = postgres;
      return { db: open(connection), connection, isOurs: true };
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error;
      const served = await runningServer(dataDir);
      if (served) return served;
      if (performance.now() > deadline) {
        throw new CommandError(`process ${error.pid} uses ${dataDir}, but its database does not respond`, {
          cause: error,
        });
      }
    }
  }
}

/** The database of the server that runs on a data directory, if it answers. */
async function runningServer(dataDir: string): Promise<Reached | undefined> {
  const address = await serverAddress(dataDir);
  if (!address) return undefined;
  const { connection, url, pid: serverPid } = address;
  const db = open(connection);
  if (await answers(db)) return { db, connection, isOurs: false, url, serverPid };
  await db.close();
  return undefined;
}

/** Where a running server says that it and its database are. The server may be gone without having taken it back. */
async function serverAddress(
  dataDir: string,
): Promise<{ pid: number; url: string; connection: ConnectionSettings } | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, "server.json"), "utf8"));
  } catch {
    return undefined;
  }
}

const open = (connection: ConnectionSettings): PostgresDatabase =>
  new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });

const answers = (db: PostgresDatabase): Promise<boolean> =>
  db.probe().then(
    () => true,
    () => false,
  );
