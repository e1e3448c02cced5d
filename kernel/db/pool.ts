import pg from "pg";
import type { Tracing } from "../tracing/tracing.ts";
import { markConnectionLost } from "./outage.ts";
import { traceQueries } from "./trace-queries.ts";

/**
 * PostgreSQL type numbers. 64-bit integers are parsed as JavaScript numbers, which are exact up to 2^53: enough for
 * this server's values.
 */
const INT8 = 20;
const INT4_ARRAY = 1007;
const INT8_ARRAY = 1016;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(INT8_ARRAY as never, pg.types.getTypeParser(INT4_ARRAY as never, "text"));

/** Address and login of a PostgreSQL database. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/**
 * Options of every connection: the timeout, in milliseconds, for opening a connection or for getting a free one from a
 * pool, so that no caller waits for minutes for a database that does not respond; and keep-alive, to detect broken
 * connections.
 */
export const CONNECTION_OPTIONS = { connectionTimeoutMillis: 15_000, keepAlive: true } as const;

/**
 * A connection pooler such as PgBouncer in transaction mode: a connection to it has a connection to PostgreSQL only for
 * the length of a transaction, so that nothing that belongs to a session can be relied on.
 */
export interface TransactionPooler {
  readonly connection: ConnectionSettings;
  /** Whether the pooler keeps the prepared statements of its clients apart. */
  readonly preparedStatements: boolean;
}

/**
 * Maximum number of distinct statements that a connection prepares. Further statements run unnamed, so that memory
 * stays bounded.
 */
const MAX_NAMED_STATEMENTS = 1000;

/**
 * Marks a statement that PostgreSQL must plan for its actual values, because the number of matching rows differs so
 * much between users that a generic plan would be far worse.
 */
export const CUSTOM_PLAN = "/* planned anew */";

/**
 * Statements without `CUSTOM_PLAN` are planned once per connection, for any values. By default, PostgreSQL would plan
 * most large statements again at each execution: it assumes that an array of unknown length has ten elements, so that a
 * generic plan seems more expensive than it is. Planning such a statement takes several times as long as running it.
 */
const GENERIC_PLAN = "force_generic_plan";

/** PostgreSQL's settings for requests. They can be set for a session or for a transaction. */
const SETTINGS = {
  synchronous_commit: "off",
  jit: "off",
  idle_in_transaction_session_timeout: "60000",
  timezone: "'UTC'",
};

/**
 * Sets the settings of a session. Not sent as options of the start-up message, because poolers reject these. Sent
 * together with the first statement of a new connection.
 */
const SET_SESSION = Object.entries({ ...SETTINGS, plan_cache_mode: GENERIC_PLAN })
  .map(([name, value]) => `set ${name} = ${value}`)
  .join("; ");

/** Sets the settings of a transaction, in the same message as the statement that begins it. */
const SET_TRANSACTION = Object.entries(SETTINGS)
  .map(([name, value]) => `; set local ${name} = ${value}`)
  .join("");

const CONTROL_STATEMENT = /^(begin|start|commit|rollback|savepoint|release|set) ?/;

interface StatementOptions {
  /** The names of statements that are prepared, by their texts. Undefined if none is prepared. */
  readonly names: Map<string, string> | undefined;
  /** Whether settings last only for a transaction. */
  readonly perTransaction: boolean;
}

/**
 * Gives each statement a name that depends on its text, so that PostgreSQL parses and plans it only once per
 * connection. Without names, throughput drops by up to half. Also sets PostgreSQL's settings.
 */
function prepareClient(client: pg.PoolClient, { names, perTransaction }: StatementOptions) {
  const query = client.query.bind(client) as Query;
  const { stream } = client.connection;
  // Queries of one turn are sent in one write, because each write wakes the database's process.
  const together = () => {
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
  const named = (...args: unknown[]) => {
    together();
    const [text, values, ...callback] = args;
    if (perTransaction && startsTransaction(text)) return startTransaction(query, text);
    // Cursors, queries without parameters, and queries that the caller has named are passed on unchanged.
    if (typeof text !== "string" || !Array.isArray(values) || !names) return query(...args);
    // Without a setting that says otherwise, PostgreSQL plans an unnamed statement for its values.
    if (text.includes(CUSTOM_PLAN))
      return perTransaction ? query(...args) : plannedAnew(query, () => query(text, values, ...callback));
    let name = names.get(text);
    if (name === undefined && names.size < MAX_NAMED_STATEMENTS && !CONTROL_STATEMENT.test(text)) {
      name = `s${names.size}`;
      names.set(text, name);
    }
    return name === undefined ? query(text, values, ...callback) : prepared(query, name, [text, values, callback[0]]);
  };
  client.query = named as never;
  if (perTransaction) return;
  together();
  // If this fails, the connection is lost, and the next query reports it.
  query(SET_SESSION).catch(() => undefined);
}

type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/**
 * Starts a transaction, and sets its settings. The driver returns the results of all statements of the message; only
 * that of the first one is returned.
 */
const startTransaction = (query: Query, statement: string) =>
  new Promise<pg.QueryResult | undefined>((resolve, reject) => {
    const done = (error: Error | null, results?: readonly pg.QueryResult[]) =>
      error ? reject(error) : resolve(results?.[0]);
    void query(`${statement}${SET_TRANSACTION}`, undefined, done);
  });

/**
 * Runs a named statement. The query object is created here, because passing the name in options makes the driver copy
 * the options, which takes several microseconds.
 */
function prepared(query: Query, name: string, args: readonly [text: string, values: unknown[], callback?: unknown]) {
  const [text, values, callback] = args;
  const statement = (done: unknown) => Object.assign(new pg.Query(text, values, done as never), { name });
  if (callback !== undefined) return query(statement(callback));
  return new Promise((resolve, reject) => {
    void query(statement((error: Error | null, result: unknown) => (error ? reject(error) : resolve(result))));
  }).catch((error: unknown) => {
    // As in the driver, so that the stack trace leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });
}

/**
 * Runs a statement that is planned for its values. The three statements are sent together. If the statement itself fails
 * within a transaction, the last one fails too. This does not matter, because the rollback also undoes the first one.
 */
function plannedAnew<T>(query: Query, send: () => T): T {
  const without = (error: unknown) => void error;
  query("set plan_cache_mode = force_custom_plan").catch(without);
  const answer = send();
  query(`set plan_cache_mode = ${GENERIC_PLAN}`).catch(without);
  return answer;
}

const startsTransaction = (text: unknown): text is string =>
  typeof text === "string" && /^(begin|start transaction)\b/.test(text);

/**
 * Opens a pool of connections whose commits do not wait for the disk. `Flusher` waits for many commits together.
 * `settings`: the address of PostgreSQL or of a pooler in session mode, or a pooler in transaction mode. The statements
 * are traced if `tracing` is given.
 */
export function openPool(
  settings: ConnectionSettings | TransactionPooler,
  size: number,
  onError: (error: Error) => void,
  tracing?: Tracing,
): pg.Pool {
  const pooler = "connection" in settings ? settings : undefined;
  const pool = new pg.Pool({
    ...("connection" in settings ? settings.connection : settings),
    ...CONNECTION_OPTIONS,
    max: size,
    // Sends statements without waiting for the results of earlier ones. They still run one after the other.
    pipeline: true,
    application_name: "parlance",
    idleTimeoutMillis: 60_000,
  });
  const names = pooler?.preparedStatements === false ? undefined : new Map<string, string>();
  pool.on("connect", (client) => {
    prepareClient(client, { names, perTransaction: pooler !== undefined });
    if (tracing) traceQueries(client, tracing);
    // The next query on the connection also fails with this error.
    client.on("error", (error) => onError(markConnectionLost(error)));
  });
  // An idle connection that breaks must not end the process. The next query opens a new one.
  pool.on("error", (error) => onError(markConnectionLost(error)));
  markFailedConnections(pool);
  return pool;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Marks the errors of connections that could not be opened with `markConnectionLost`. */
function markFailedConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const noting = (use?: ConnectCallback) => {
    if (use) return connect((error, client, done) => use(error && markConnectionLost(error), client, done));
    return connect().catch((error: unknown) => {
      throw markConnectionLost(error);
    });
  };
  pool.connect = noting as typeof pool.connect;
}
