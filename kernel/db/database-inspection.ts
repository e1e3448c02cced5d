import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { errorText } from "../base/error-description.ts";
import { DatabaseTooNew, loadAppliedMigrations } from "./applied-migrations.ts";
import { findPending } from "./migrate.ts";
import { isNetworkError, findOutage } from "./outage.ts";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "./pool.ts";
import { DatabaseUnusable, toDatabaseUnusable } from "./database-unusable.ts";
import { type DatabaseAddresses, type DatabaseConnections, resolveConnections } from "./pooler.ts";

const MIN_POSTGRES_VERSION = 15;
const RETRY_DELAY_MS = 500;
const LOG_INTERVAL_MS = 30_000;

/** The information that a server reads from its database before it changes anything in it. */
export interface DatabaseInspection {
  /** Key-value pairs about the server that are stored in the database. Empty for a database that has not been used. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Options for inspecting a database. */
interface InspectOptions {
  /** The folder of the migrations that this release has. */
  readonly migrations: URL;
  readonly signal?: AbortSignal;
}

/**
 * Thrown if the database is read-only because it is a standby. That may change: its primary may be lost, and the
 * standby promoted.
 */
class Standby extends Error {
  readonly code = "25006";
}

/**
 * Inspects a database without changing anything in it.
 * @throws DatabaseUnusable if the database cannot be used
 * @throws DatabaseTooNew
 * @throws the original error of an outage (see `isTemporary`)
 */
export async function inspectDatabase(
  connection: ConnectionSettings,
  options: InspectOptions,
): Promise<DatabaseInspection> {
  return rethrowUnusable(() => connectAndInspect(connection, options));
}

/**
 * Like `inspectDatabase`, for a database that may be behind a connection pooler. Also returns the connections to use.
 */
export async function inspectExternalDatabase(
  addresses: DatabaseAddresses,
  options: InspectOptions,
): Promise<DatabaseInspection & DatabaseConnections> {
  return rethrowUnusable(async () => ({
    ...(await connectAndInspect(addresses.url, options)),
    ...(await resolveConnections(addresses)),
  }));
}

async function rethrowUnusable<T>(inspect: () => Promise<T>): Promise<T> {
  try {
    return await inspect();
  } catch (error) {
    if (isTemporary(error) || error instanceof DatabaseTooNew) throw error;
    throw toDatabaseUnusable(error);
  }
}

/** Returns whether an error of the inspection may disappear without any action on this server. */
const isTemporary = (error: unknown): boolean => findOutage(error) === "away" || isNetworkError(error);

async function connectAndInspect(
  connection: ConnectionSettings,
  { migrations, signal }: InspectOptions,
): Promise<DatabaseInspection> {
  const client = new pg.Client({ ...connection, ...CONNECTION_OPTIONS, application_name: "parlance start" });
  // Connection errors are ignored here, because the next query reports them.
  client.on("error", () => undefined);
  const abort = () => client.connection.stream.destroy();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await client.connect();
    await assertSuitable(client, migrations);
    return { facts: await loadServerFacts(client) };
  } finally {
    signal?.removeEventListener("abort", abort);
    await client.end().catch(() => undefined);
  }
}

async function assertSuitable(client: pg.Client, migrations: URL): Promise<void> {
  const { rows } = await client.query<Record<string, string | boolean>>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby, to_regclass('migration') is not null as migrated`,
  );
  const { version, encoding, standby, migrated } = rows[0] ?? {};
  if (Number.parseInt(String(version), 10) < MIN_POSTGRES_VERSION) {
    throw new DatabaseUnusable(
      `PostgreSQL ${version} is too old`,
      `Upgrade it to version ${MIN_POSTGRES_VERSION} or later.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new DatabaseUnusable(`its encoding is ${encoding}`, "Recreate it with `createdb --encoding=UTF8`.");
  }
  if (standby === true) throw new Standby("it is a standby, which is read-only");
  if (migrated !== true) return;
  await findPending(await loadAppliedMigrations(client), migrations);
}

async function loadServerFacts(client: pg.Client): Promise<Map<string, string>> {
  const { rows: there } = await client.query("select to_regclass('server_fact') is not null as it");
  if (there[0]?.it !== true) return new Map();
  const { rows } = await client.query<{ key: string; value: string }>("select key, value from server_fact");
  return new Map(rows.map(({ key, value }) => [key, value]));
}

interface WaitOptions extends InspectOptions {
  readonly log: Logger;
  /** Stops waiting. */
  readonly signal: AbortSignal;
}

/**
 * Inspects a database as soon as it can be reached, and until then logs that it is unreachable. Returns undefined if
 * aborted.
 * @throws DatabaseUnusable or `DatabaseTooNew` if waiting would not help
 */
export async function waitForDatabase(addresses: DatabaseAddresses, { log, signal, migrations }: WaitOptions) {
  for (let reportedAt = -Infinity; !signal.aborted;) {
    try {
      const found = await inspectExternalDatabase(addresses, { migrations, signal });
      if (reportedAt > -Infinity) log.info("connected to the database");
      return found;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (!signal.aborted && performance.now() - reportedAt > LOG_INTERVAL_MS) {
        log.warn(`the database of DATABASE_URL cannot be reached: ${errorText(error)}; retrying`);
        reportedAt = performance.now();
      }
    }
    await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
