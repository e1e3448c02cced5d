import { MissingRemoteRealm } from "./errors.ts";
import type { Sql } from "./database.ts";
import type { RemoteServer } from "./operations/operation.ts";

/**
 * The number of a server's organization.
 * @throws MissingRemoteRealm also for one that is deactivated, or another server's
 */
export async function findRealmId(sql: Sql, server: RemoteServer, uuid: string): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    "select id from remote_realm where uuid = $1 and server_id = $2 and not deactivated",
    [uuid, server.id],
  );
  if (!rows[0]) throw new MissingRemoteRealm();
  return rows[0].id;
}

/** What servers are told of what they may send for an organization; there is no end to it. */
export const realmPushStatus = (canPush: boolean) => ({ can_push: canPush, expected_end_timestamp: null });
