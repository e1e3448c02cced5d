import pg from "pg";
import { markConnectionLost } from "./outage.ts";

/** 64-bit integers fit a JavaScript number as far as this server counts (ids up to 2^53). */
const INT8 = 20;
const INT4_ARRAY = 1007;
const INT8_ARRAY = 1016;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(INT8_ARRAY as never, pg.types.getTypeParser(INT4_ARRAY as never, "text"));

/** How to reach PostgreSQL. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/**
 * For every connection: how long to wait, in milliseconds, for a new one, or in a pool for a free one, so that nobody waits
 * for minutes for a database that does not answer; and how silence is detected.
 */
export const CONNECTION_OPTIONS = { connectionTimeoutMillis: 15_000, keepAlive: true } as const;

/** Distinct statements a connection prepares at most; what comes after runs unnamed, so memory stays bounded. */
const MAX_NAMED_STATEMENTS = 1000;

/**
 * In a statement: to be planned for the values that it comes with. What PostgreSQL plans for all values at once is far worse
 * where it matters much how many rows somebody has.
 */
export const CUSTOM_PLAN = "/* planned anew */";

/**
 * All other statements are planned once per connection, for whatever values. Left to choose, PostgreSQL plans most of the large
 * ones each time, because it counts on ten rows for an array of unknown length; that takes several times as long as to run them.
 */
const GENERIC_PLAN = "force_generic_plan";

const CONTROL_STATEMENT = /^(begin|start|commit|rollback|savepoint|release|set) ?/;

/**
 * Names each statement by its text, so that PostgreSQL parses and plans it once per connection: without names up to half
 * the speed is lost.
 */
function nameStatements(client: pg.PoolClient, names: Map<string, string>) {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const { stream } = client.connection;
  // Queries of one turn leave in one write: each write wakes the database's process.
  const together = () => {
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
  const named = (...args: unknown[]) => {
    together();
    const [text, values, ...callback] = args;
    // Cursors, and callers who chose a name themselves.
    if (typeof text !== "string" || !Array.isArray(values)) return query(...args);
    if (text.includes(CUSTOM_PLAN)) return plannedAnew(() => query(text, values, ...callback));
    let name = names.get(text);
    if (name === undefined && names.size < MAX_NAMED_STATEMENTS && !CONTROL_STATEMENT.test(text)) {
      name = `s${names.size}`;
      names.set(text, name);
    }
    return name === undefined ? query(text, values, ...callback) : prepared(name, text, values, ...callback);
  };
  /** Not with the name among the options: the driver takes several microseconds to copy these. */
  const prepared = (name: string, text: string, values: unknown[], callback?: unknown) => {
    const statement = (done: unknown) => Object.assign(new pg.Query(text, values, done as never), { name });
    if (callback !== undefined) return query(statement(callback));
    return new Promise((resolve, reject) => {
      void query(statement((error: Error | null, result: unknown) => (error ? reject(error) : resolve(result))));
    }).catch((error: unknown) => {
      // As the driver does: the stack that leads back to whoever asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  };
  // The three leave together. Whether the last one fails with a transaction that the second broke does not matter: the
  // transaction's end undoes the first.
  const plannedAnew = <T>(ask: () => T): T => {
    const without = (error: unknown) => void error;
    query("set plan_cache_mode = force_custom_plan").catch(without);
    const answer = ask();
    query("reset plan_cache_mode").catch(without);
    return answer;
  };
  client.query = named as never;
}

/** A pool of connections whose commits do not wait for the disk; `Flusher` waits for many of them at once. */
export function openPool(settings: ConnectionSettings, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    ...CONNECTION_OPTIONS,
    max: size,
    // Statements that do not wait for one another go out together, and are still run one after the other.
    pipeline: true,
    options: `-c synchronous_commit=off -c jit=off -c plan_cache_mode=${GENERIC_PLAN} -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`,
    application_name: "parlance",
    idleTimeoutMillis: 60_000,
  });
  const names = new Map<string, string>();
  pool.on("connect", (client) => {
    nameStatements(client, names);
    // Whoever uses the connection hears of it when asking the next thing.
    client.on("error", (error) => onError(markConnectionLost(error)));
  });
  // An idle connection that breaks must not end the process; the next query opens a new one.
  pool.on("error", (error) => onError(markConnectionLost(error)));
  markFailedConnections(pool);
  return pool;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Has errors of connections that could not be opened known as such. */
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
