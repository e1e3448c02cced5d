import type { Sql } from "../database.ts";

/** How long a phone that is gone is kept, in days: until then its app may come back under the same number. */
const EXPIRED_DEVICE_RETENTION_DAYS = 30;
/** After so many days without a word from it a server is forgotten, with its phones. */
const INACTIVE_SERVER_RETENTION_DAYS = 365;

const DAY_MS = 24 * 3600 * 1000;

/** Forgets what is not needed any more. */
export async function deleteExpired(sql: Sql, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await sql.query("delete from device where expired_at < $1", [before(EXPIRED_DEVICE_RETENTION_DAYS)]);
  await sql.query("delete from remote_server where heard_on < $1", [before(INACTIVE_SERVER_RETENTION_DAYS)]);
}
