import pg from "pg";
import { DatabaseUnusable } from "./database-unusable.ts";
import { CONNECTION_OPTIONS, type ConnectionSettings, type TransactionPooler } from "./pool.ts";

/** The addresses of a database that an operator has set. */
export interface DatabaseAddresses {
  /** Address for requests: PostgreSQL itself, or a connection pooler such as PgBouncer. */
  readonly url: ConnectionSettings;
  /** Address of PostgreSQL itself. Needed only if `url` leads to a pooler in transaction mode. */
  readonly directUrl?: ConnectionSettings | undefined;
  /** Whether statements are prepared through a pooler in transaction mode, which must support it. Default: no. */
  readonly preparedStatements?: boolean;
}

/** The connections that a server and its commands use. */
export interface DatabaseConnections {
  /** Connection to a session of PostgreSQL that lasts until the connection is closed. */
  readonly connection: ConnectionSettings;
  /** The pooler in transaction mode that requests use. Undefined if they use `connection`. */
  readonly pooler?: TransactionPooler | undefined;
  /**
   * The kind of pooler in front of the database: with "session", a connection has the same connection to PostgreSQL
   * until it is closed; with "transaction", only until the end of a transaction.
   */
  readonly mode: "none" | PoolerMode;
}

type PoolerMode = "session" | "transaction";

/** Time after which a query of the detection fails, for example because the pooler has a single connection. */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * The order in which two connections query the id of their process of PostgreSQL. In transaction mode both share processes, so
 * that they have the same one, or one of them changes; this order shows it whether the pooler prefers the process that
 * was used last or takes turns among several.
 */
const TURNS = [0, 1, 1, 0, 1, 0, 0, 1] as const;

/** Name of the statement with which support for prepared statements is detected. */
const PROBE_STATEMENT = "parlance_probe";

/**
 * Finds out whether an address leads to a connection pooler and in which mode, and returns the connections to use.
 * @throws DatabaseUnusable if it is a pooler in transaction mode and there is no suitable direct address
 */
export async function resolveConnections(addresses: DatabaseAddresses): Promise<DatabaseConnections> {
  const { url, directUrl, preparedStatements = false } = addresses;
  const mode = await detectPooler(url);
  if (mode !== "transaction") return { connection: url, mode };
  if (directUrl === undefined) {
    throw new DatabaseUnusable(
      "it is behind a connection pooler in transaction mode, and notifications and locks of a session do not work through it",
      "Set database.direct_url (PARLANCE_DATABASE_DIRECT_URL) to the address of PostgreSQL itself, or use the pooler in session mode.",
    );
  }
  if ((await detectPooler(directUrl)) === "transaction") {
    throw new DatabaseUnusable(
      "database.direct_url (PARLANCE_DATABASE_DIRECT_URL) leads to a connection pooler in transaction mode, too",
      "Set it to the address of PostgreSQL itself.",
    );
  }
  if ((await identifyDatabase(url)) !== (await identifyDatabase(directUrl))) {
    throw new DatabaseUnusable(
      "database.direct_url (PARLANCE_DATABASE_DIRECT_URL) leads to another database",
      "Correct one of the two addresses.",
    );
  }
  if (preparedStatements && !(await supportsPreparedStatements(url))) {
    throw new DatabaseUnusable(
      "database.prepared_statements is true, but the connection pooler does not keep the prepared statements of its clients apart",
      "Set max_prepared_statements of PgBouncer 1.21 or later, or set database.prepared_statements to false.",
    );
  }
  return { connection: directUrl, pooler: { connection: url, preparedStatements }, mode };
}

/** Returns the kind of connection pooler that an address leads to, or "none". */
export async function detectPooler(address: ConnectionSettings): Promise<DatabaseConnections["mode"]> {
  return withClient(address, async (first) => {
    const before = await processIdOf(first);
    // A pooler gives its clients process ids of its own, because a client may have several processes.
    const { processID: announced } = first as pg.Client & { readonly processID: number | null };
    if (before === announced) return "none";
    return withClient(address, (second) => detectMode([first, second]));
  });
}

async function detectMode(clients: readonly [pg.Client, pg.Client]): Promise<PoolerMode> {
  const known: (number | undefined)[] = [undefined, undefined];
  for (const turn of TURNS) {
    const processId = await processIdOf(clients[turn]);
    if (known[1 - turn] === processId || (known[turn] ?? processId) !== processId) return "transaction";
    known[turn] = processId;
  }
  return "session";
}

async function processIdOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  return rows[0]?.id;
}

/** Returns a text that is the same for two addresses if they lead to the same database of the same PostgreSQL. */
const identifyDatabase = (address: ConnectionSettings): Promise<string> =>
  withClient(address, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as id from pg_database where datname = current_database()",
    );
    return rows[0]?.id ?? "";
  });

/**
 * Returns whether a pooler in transaction mode keeps the prepared statements of its clients apart. Such a pooler gives
 * them names of its own; any other passes on the name, which is then visible in the session.
 */
const supportsPreparedStatements = (address: ConnectionSettings): Promise<boolean> =>
  withClient(address, async (client) => {
    // All statements of a transaction run in the same session.
    await client.query("begin");
    await client.query({ name: PROBE_STATEMENT, text: "select 1" });
    const { rows } = await client.query(`select from pg_prepared_statements where name = '${PROBE_STATEMENT}'`);
    if (rows.length > 0) await client.query(`deallocate ${PROBE_STATEMENT}`);
    await client.query("commit");
    return rows.length === 0;
  });

async function withClient<T>(address: ConnectionSettings, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...address,
    ...CONNECTION_OPTIONS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: "parlance start",
  });
  // Connection errors are ignored here, because the next query reports them.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await act(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
