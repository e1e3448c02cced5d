import { sql } from "kysely";
import type { Row, Tx } from "#kernel/db/types.ts";
import { noteMembers } from "../directory.ts";

/** Takes users out of a group, and tells nobody. */
export async function deleteMembers(
  tx: Tx,
  { id: groupId, realm_id: realmId }: Pick<Row<"user_group">, "id" | "realm_id">,
  userIds: readonly number[],
): Promise<void> {
  noteMembers(
    tx,
    realmId,
    userIds.map((user_id) => ({ group_id: groupId, user_id })),
  );
  await tx
    .deleteFrom("user_group_member")
    .where("group_id", "=", groupId)
    .where("user_id", "=", sql<number>`any(${userIds}::int[])`)
    .execute();
}
