import type { Sql } from "../database.ts";

/** Marks phones as expired. */
export async function markDevicesExpired(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query("update device set expired_at = now() where id = any($1::int[]) and expired_at is null", [ids]);
}
