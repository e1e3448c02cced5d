import { MissingRemoteRealm } from "./errors.ts";
import type { Sql } from "./database.ts";
import type { RemoteServer } from "./operations/operation.ts";

/**
 * Finds the id of an organization of a server.
 * @throws MissingRemoteRealm if the organization does not exist, is deactivated, or belongs to another server
 */
export async function findRealmId(sql: Sql, server: RemoteServer, uuid: string): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    "select id from remote_realm where uuid = $1 and server_id = $2 and not deactivated",
    [uuid, server.id],
  );
  if (!rows[0]) throw new MissingRemoteRealm();
  return rows[0].id;
}

/** Returns the status of an organization's push notifications, as sent to the server. The status never expires. */
export const realmPushStatus = (canPush: boolean) => ({ can_push: canPush, expected_end_timestamp: null });
