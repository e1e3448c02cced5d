import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, findConfig } from "@parlance/server/app/config/load-config.ts";
import { assertDataDirectoryUsable, createDataDirectory } from "@parlance/kernel/files/data-directory.ts";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { DataDirectoryInUse, hasEmbeddedDatabase, startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import { inspectDatabase, inspectExternalDatabase } from "@parlance/kernel/db/database-inspection.ts";
import { externalDatabase } from "@parlance/server/app/database/external-database.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import { isNetworkError, findOutage } from "@parlance/kernel/db/outage.ts";
import { assertNotPromoted } from "@parlance/kernel/db/promotion.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { DatabaseAddresses, DatabaseConnections } from "@parlance/kernel/db/pooler.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { CommandError } from "./command-error.ts";
import { originName } from "./origin-name.ts";
import type { GlobalOptions } from "./output.ts";

/** Time to wait for a server that is starting or stopping, in milliseconds. */
const CONNECT_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 300;

/** The database of a server, with its settings, for use by a command. */
export interface Installation extends AsyncDisposable {
  readonly config: Config;
  readonly dataDir: string;
  /** URL of the server. */
  readonly url: string;
  readonly db: PostgresDatabase;
  readonly connection: ConnectionSettings;
  /** How servers reach the database. Commands always use `connection`. */
  readonly connections: DatabaseConnections;
  /** Whether this command has started the embedded database itself, because no server is running. */
  readonly ownsDatabase: boolean;
  /**
   * Process id of the server that is running on the data directory. Undefined if none is running, or if the server does
   * not use the embedded database.
   */
  readonly serverPid: number | undefined;
}

interface OpenOptions {
  /** Whether an embedded database is created if there is none. Default: this is an error. */
  readonly canCreate?: boolean;
  /** Whether an embedded database may be opened even if `parlance promote` has moved it elsewhere. */
  readonly allowPromoted?: boolean;
}

export const loadConfigFor = ({ dataDir, config, shell }: GlobalOptions): Config =>
  findConfig({ env: shell.env, dataDir, config });

/**
 * Opens the database: the one of DATABASE_URL, or the embedded database. If no server runs the embedded database, it is
 * started for this command.
 */
export async function openInstallation(
  options: GlobalOptions,
  { canCreate = false, allowPromoted = false }: OpenOptions = {},
): Promise<Installation> {
  const config = loadConfigFor(options);
  const dataDir = resolve(config.dataDir);
  if (!canCreate) await assertInstalled(config);
  await using cleanup = new AsyncDisposableStack();
  const addresses = externalDatabase(config);
  const reached = addresses ? await openExternal(addresses, config) : await openEmbedded(config, dataDir, cleanup);
  const { db, connection, ownsDatabase, serverPid } = reached;
  cleanup.defer(() => db.close());
  if (!allowPromoted)
    assertNotPromoted(reached.facts ?? (await inspectDatabase(connection, { migrations: MIGRATIONS })).facts);
  const url = config.externalUrl ?? reached.url ?? config.server.url;
  const owned = cleanup.move();
  return {
    config,
    dataDir,
    url,
    db,
    connection,
    connections: reached.connections ?? { connection, mode: "none" },
    ownsDatabase,
    serverPid,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/**
 * Throws if there is neither an embedded database in the data directory nor the URL of another one. Creates nothing.
 * @throws CommandError
 */
export async function assertInstalled(config: Config): Promise<void> {
  const dataDir = resolve(config.dataDir);
  if (config.databaseUrl !== undefined) return;
  await assertDataDirectoryUsable(dataDir);
  if (hasEmbeddedDatabase(dataDir)) return;
  const { settingsFile, searchedFiles, sources } = config;
  const files =
    settingsFile === undefined
      ? `no settings file was found (searched: ${searchedFiles.join(", ")})`
      : `${settingsFile} does not set database.url`;
  const { origin } = sources.dataDir;
  const source = origin.kind === "default" ? "the default" : `from ${originName(origin, "PARLANCE_DATA_DIR")}`;
  throw new CommandError(
    `no installation found: there is no database in the data directory ${dataDir} (${source}), ` +
      `DATABASE_URL is not set, and ${files}. Name the data directory with --data-dir, or the settings file with --config. ` +
      "To create a new installation, run `parlance serve`.",
  );
}

interface ReachedDatabase {
  readonly db: PostgresDatabase;
  readonly connection: ConnectionSettings;
  /** How servers reach an external database. */
  readonly connections?: DatabaseConnections;
  readonly ownsDatabase: boolean;
  readonly url?: string;
  readonly serverPid?: number;
  /** Key-value pairs stored in the database, if they were already loaded. */
  readonly facts?: ReadonlyMap<string, string>;
}

async function openExternal(addresses: DatabaseAddresses, { sources }: Config): Promise<ReachedDatabase> {
  const name = originName(sources.databaseUrl.origin, "DATABASE_URL");
  const inspecting = inspectExternalDatabase(addresses, { migrations: MIGRATIONS });
  const { facts, ...connections } = await inspecting.catch((error: unknown) => {
    if (findOutage(error) === undefined && !isNetworkError(error)) throw error;
    throw new CommandError(
      `the database of ${name} cannot be reached: ${errorText(error)}. Check that it is running and that ${name} is correct.`,
      { cause: error },
    );
  });
  const { connection } = connections;
  return { db: openDatabase(connection), connection, connections, ownsDatabase: false, facts };
}

async function openEmbedded(config: Config, dataDir: string, cleanup: AsyncDisposableStack): Promise<ReachedDatabase> {
  await assertDataDirectoryUsable(dataDir);
  await createDataDirectory(dataDir);
  for (const deadline = performance.now() + CONNECT_TIMEOUT_MS; ; await sleep(RETRY_DELAY_MS)) {
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, binDir: config.postgresBin, log: () => undefined });
      cleanup.defer(() => postgres.stop());
      const { connection } = postgres;
      return { db: openDatabase(connection), connection, ownsDatabase: true };
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error;
      const served = await findRunningServer(dataDir);
      if (served) return served;
      if (performance.now() > deadline) {
        throw new CommandError(`process ${error.pid} uses ${dataDir}, but its database does not respond`, {
          cause: error,
        });
      }
    }
  }
}

/** Returns the database of the server that is running on a data directory, or undefined if no server responds. */
async function findRunningServer(dataDir: string): Promise<ReachedDatabase | undefined> {
  const address = await readServerAddress(dataDir);
  if (!address) return undefined;
  const { connection, url, pid: serverPid } = address;
  const db = openDatabase(connection);
  if (await isReachable(db)) return { db, connection, ownsDatabase: false, url, serverPid };
  await db.close();
  return undefined;
}

/**
 * Reads the addresses of a running server and its database from a file. The file may be left over from a server that
 * was killed.
 */
async function readServerAddress(
  dataDir: string,
): Promise<{ pid: number; url: string; connection: ConnectionSettings } | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, "server.json"), "utf8"));
  } catch {
    return undefined;
  }
}

const openDatabase = (connection: ConnectionSettings): PostgresDatabase =>
  new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });

const isReachable = (db: PostgresDatabase): Promise<boolean> =>
  db.probe().then(
    () => true,
    () => false,
  );
