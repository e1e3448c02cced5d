import type { Sql } from "../database.ts";

/** Forgets phones of an organization whose notices are encrypted. */
export async function deleteDevices(sql: Sql, realmId: number, ids: readonly number[]): Promise<void> {
  await sql.query("delete from device where realm_id = $1 and id = any($2::int[])", [realmId, ids]);
}
