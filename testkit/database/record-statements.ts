import type pg from "pg";

/** Numbers of recorded statements and rows. */
export interface StatementCounts {
  readonly statements: number;
  /** Number of rows that the statements returned or changed. */
  readonly rows: number;
}

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Number of rows that the statement returned or changed. */
  readonly rows: number;
  /** Size of the returned rows, as the length of their JSON. */
  readonly bytes: number;
}

type Query = (...args: unknown[]) => Promise<{ rowCount?: number | null; rows?: unknown } | undefined>;

/** Counts the statements that `recordStatements` records, and their rows. */
export async function countStatements(pool: pg.Pool, act: () => Promise<unknown>): Promise<StatementCounts> {
  const statements = await recordStatements(pool, act);
  return { statements: statements.length, rows: statements.reduce((sum, { rows }) => sum + rows, 0) };
}

/**
 * Records the statements that an action needs every time: the shortest of several recordings, because the first ones
 * may contain lookups that are cached afterwards.
 */
export async function recordLeastStatements(pool: pg.Pool, act: () => Promise<unknown>): Promise<Statement[]> {
  const recordings: Statement[][] = [];
  for (let n = 0; n < 4; n += 1) recordings.push(await recordStatements(pool, act));
  return recordings.reduce((one, other) => (other.length < one.length ? other : one));
}

/** Counts the statements that an action needs every time. */
export const countLeastStatements = async (pool: pg.Pool, act: () => Promise<unknown>): Promise<number> =>
  (await recordLeastStatements(pool, act)).length;

/**
 * Matches statements that a server runs independently of requests, every few seconds or at most once a second: those
 * about the positions of event queues and of the log, and about the organization of a host.
 */
const BACKGROUND_STATEMENT =
  /running_time|update event_queue set|^select "(last_event_id" as "eventId", |id" from "event_queue" limit)|from "realm" where "(host|subdomain)"/;

/**
 * Records the statements in a pool while `act` runs: those of each use of a connection together, in the order of their
 * results. Omits uses for work that a server does independently of requests.
 */
export async function recordStatements(pool: pg.Pool, act: () => Promise<unknown>): Promise<Statement[]> {
  const uses: Statement[][] = [];
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    const statements: Statement[] = [];
    uses.push(statements);
    const query = client.query.bind(client) as unknown as Query;
    const release = client.release.bind(client);
    client.query = (async (...args: unknown[]) => {
      const result = await query(...args);
      const [text, values] = args;
      statements.push({
        text: typeof text === "string" ? text : "",
        values: Array.isArray(values) ? values : [],
        rows: result?.rowCount ?? 0,
        bytes: JSON.stringify(result?.rows ?? "").length,
      });
      return result;
    }) as never;
    client.release = (error) => {
      client.query = query as never;
      client.release = release;
      release(error);
    };
    return client;
  }) as never;
  try {
    await act();
  } finally {
    pool.connect = connect as never;
  }
  return uses.filter((statements) => !isBackgroundWork(statements)).flat();
}

/**
 * Matches statements of requests that also query the log position: registrations, and transactions that write
 * notifications or emails.
 */
const REQUEST_STATEMENT = /^insert into "event_queue"|\bnotice(_letter|_progress)?\b/;

const isBackgroundWork = (statements: readonly Statement[]): boolean =>
  statements.some(({ text }) => BACKGROUND_STATEMENT.test(text)) &&
  !statements.some(({ text }) => REQUEST_STATEMENT.test(text));
