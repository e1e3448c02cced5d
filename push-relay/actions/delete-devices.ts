import type { Sql } from "../database.ts";

/** Deletes phones of an organization that receive encrypted notifications. */
export async function deleteDevices(sql: Sql, realmId: number, ids: readonly number[]): Promise<void> {
  await sql.query("delete from device where realm_id = $1 and id = any($2::int[])", [realmId, ids]);
}
