import type { Logger } from "pino";
import { errorText } from "../base/error-description.ts";

/**
 * Temporary reason for a failure; the same operation may succeed later without changes.
 * - `away`: the database cannot be reached, is shutting down or starting, lacks resources such as connections, or is
 *   read-only at the moment.
 * - `crowded`: every connection of the pool was in use for too long.
 * - `full`: a disk is full.
 */
export type Outage = "away" | "crowded" | "full";

/**
 * Thrown if the outcome of a transaction is unknown: its commit was not confirmed, or may not have reached the disk.
 * `cause` is the reason.
 */
export class CommitOutcomeUnknown extends Error {
  override readonly name = "CommitOutcomeUnknown";

  constructor(cause: unknown) {
    super("the connection to the database was lost before a commit was confirmed", { cause });
  }
}

/** Thrown if the database did not respond in time. */
export class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
}

/**
 * SQLSTATE classes of `away`: connection failures (08), and insufficient resources (53), of which a full disk is
 * handled separately.
 */
const AWAY_CLASSES = new Set(["08", "53"]);
/**
 * SQLSTATE codes of `away`: admin_shutdown, crash_shutdown, cannot_connect_now, and read_only_sql_transaction, which a
 * standby reports.
 */
const AWAY_CODES = new Set(["57P01", "57P02", "57P03", "25006"]);
const NETWORK_CODES = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN".split(
    " ",
  ),
);
const DISK_FULL_CODES = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** Messages of driver errors about lost connections. These errors have no code. */
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed) and is not queryable)/;
const NO_CONNECTION_FREE = "timeout exceeded when trying to connect";
const MAX_CAUSE_DEPTH = 5;

const lostConnectionErrors = new WeakSet<object>();

/**
 * Marks an error as the cause of a lost or failed connection to the database, because the error itself may not show
 * this. Returns the error.
 */
export function markConnectionLost<E>(error: E): E {
  if (isObject(error)) lostConnectionErrors.add(error);
  return error;
}

/** Returns whether an error is an error of the operating system for network connections. */
export const isNetworkError = (error: unknown): boolean =>
  isObject(error) && (NETWORK_CODES.has(codeOf(error)) || isMissingSocket(error));

const isMissingSocket = (error: object): boolean =>
  codeOf(error) === "ENOENT" && (error as { syscall?: unknown }).syscall === "connect";

/** Returns the kind of outage that caused an error, or undefined if no outage caused it. */
export function findOutage(thrown: unknown): Outage | undefined {
  let error = thrown;
  for (let depth = 0; isObject(error) && depth < MAX_CAUSE_DEPTH; depth += 1) {
    const outage = classifyError(error);
    if (outage) return outage;
    error = (error as { cause?: unknown }).cause;
  }
  return undefined;
}

function classifyError(error: object): Outage | undefined {
  const code = codeOf(error);
  const message = String((error as { message?: unknown }).message);
  if (DISK_FULL_CODES.has(code)) return "full";
  if (message === NO_CONNECTION_FREE) return "crowded";
  if (lostConnectionErrors.has(error) || error instanceof DatabaseTimeout || CONNECTION_LOST_MESSAGE.test(message))
    return "away";
  return AWAY_CODES.has(code) || (isSqlState(code) && AWAY_CLASSES.has(code.slice(0, 2))) ? "away" : undefined;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const codeOf = (error: object): string => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
};
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);

const LOG_INTERVAL_MS = 60_000;
const OUTAGE_MESSAGES: Readonly<Record<Outage, string>> = {
  away: "the database is unavailable: requests that need it get 503 until it is back",
  crowded: "all connections to the database are in use: check PARLANCE_DATABASE_POOL_SIZE",
  full: "the disk is full: writes get 503 until there is free space again",
};
const TOO_MANY_CONNECTIONS =
  "PostgreSQL has no connections left: raise its max_connections or lower PARLANCE_DATABASE_POOL_SIZE; " +
  "requests that need the database get 503 until one is free";
const loggedAt = new WeakMap<Logger, Map<Outage, number>>();

const isTooManyConnections = (error: unknown): boolean => isObject(error) && codeOf(error) === "53300";

/** Logs an outage, at most once a minute for each kind. Returns whether an outage caused the error. */
export function logOutage(log: Logger, error: unknown): boolean {
  const outage = findOutage(error);
  if (outage === undefined) return false;
  const times = loggedAt.get(log) ?? new Map<Outage, number>();
  loggedAt.set(log, times);
  const now = performance.now();
  if (now - (times.get(outage) ?? -Infinity) < LOG_INTERVAL_MS) return true;
  times.set(outage, now);
  log.warn({ reason: errorText(error) }, isTooManyConnections(error) ? TOO_MANY_CONNECTIONS : OUTAGE_MESSAGES[outage]);
  return true;
}
