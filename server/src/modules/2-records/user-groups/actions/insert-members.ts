import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Puts users who are not in a group yet into it, and tells nobody. */
export async function insertMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    insert into user_group_member (group_id, user_id)
    select ${groupId}, id from unnest(${userIds}::int[]) as joining(id)`.execute(tx);
}
