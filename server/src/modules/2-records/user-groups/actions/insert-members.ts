import { sql } from "kysely";
import type { Row, Tx } from "#kernel/db/types.ts";
import { noteMembers } from "../directory.ts";

/** Puts users who are not in a group yet into it, and tells nobody. */
export async function insertMembers(
  tx: Tx,
  { id: groupId, realm_id: realmId }: Pick<Row<"user_group">, "id" | "realm_id">,
  userIds: readonly number[],
): Promise<void> {
  noteMembers(
    tx,
    realmId,
    userIds.map((user_id) => ({ group_id: groupId, user_id })),
  );
  await sql`
    insert into user_group_member (group_id, user_id)
    select ${groupId}, id from unnest(${userIds}::int[]) as joining(id)`.execute(tx);
}
