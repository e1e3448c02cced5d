import type { Sql } from "./database.ts";
import type { RemoteServer } from "./operations/operation.ts";

/**
 * Returns true if a server has at least the maximum number of phones. Phones of all its organizations count, with
 * encrypted and with unencrypted notifications, and also expired ones.
 */
export async function isAtDeviceLimit(sql: Sql, server: RemoteServer, maxDevices: number): Promise<boolean> {
  const { rows } = await sql.query<{ is_full: boolean }>(
    `select count(*) >= $2 as is_full from (
       select from device join remote_realm on remote_realm.id = realm_id where server_id = $1
       union all
       select from plain_device join remote_realm on remote_realm.id = realm_id where server_id = $1
       limit $2
     ) phone`,
    [server.id, maxDevices],
  );
  return rows[0]?.is_full === true;
}
