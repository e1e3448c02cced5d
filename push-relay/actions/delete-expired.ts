import type { Sql } from "../database.ts";

/**
 * Time for which an expired phone is still stored, in days. If its app registers again within this time, the phone
 * keeps its id.
 */
const EXPIRED_DEVICE_RETENTION_DAYS = 30;
/** Number of days without a request after which a server and its phones are deleted. */
const INACTIVE_SERVER_RETENTION_DAYS = 365;

const DAY_MS = 24 * 3600 * 1000;

/** Deletes expired phones and inactive servers after these times. */
export async function deleteExpired(sql: Sql, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await sql.query("delete from device where expired_at < $1", [before(EXPIRED_DEVICE_RETENTION_DAYS)]);
  await sql.query("delete from remote_server where heard_on < $1", [before(INACTIVE_SERVER_RETENTION_DAYS)]);
}
