import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordGroupMemberChanges } from "#modules/groups/core/groups-snapshot.ts";

/** Removes users from a group. Emits no events for clients. */
export async function deleteMembers(
  tx: Tx,
  group: Pick<Row<"user_group">, "id" | "realm_id">,
  userIds: readonly number[],
): Promise<void> {
  recordGroupMemberChanges(tx, group, userIds);
  await tx
    .deleteFrom("user_group_member")
    .where("group_id", "=", group.id)
    .where("user_id", "=", sql<number>`any(${userIds}::int[])`)
    .execute();
}
