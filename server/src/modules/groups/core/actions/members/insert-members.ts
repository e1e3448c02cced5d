import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordGroupMemberChanges } from "#modules/groups/core/groups-snapshot.ts";

/** Adds users to a group. They must not be members yet. Emits no events for clients. */
export async function insertMembers(
  tx: Tx,
  group: Pick<Row<"user_group">, "id" | "realm_id">,
  userIds: readonly number[],
): Promise<void> {
  recordGroupMemberChanges(tx, group, userIds);
  await sql`
    insert into user_group_member (group_id, user_id)
    select ${group.id}, id from unnest(${userIds}::int[]) as joining(id)`.execute(tx);
}
