import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { insertMembers } from "./insert-members.ts";

interface MemberChange {
  /** Who is not in the group yet. */
  readonly joining: readonly number[];
  readonly leaving: readonly number[];
}

/** Puts users into a group and takes others out, and tells nobody. */
export async function storeMembers(tx: Tx, groupId: number, { joining, leaving }: MemberChange): Promise<void> {
  await insertMembers(tx, groupId, joining);
  await tx
    .deleteFrom("user_group_member")
    .where("group_id", "=", groupId)
    .where("user_id", "=", sql<number>`any(${leaving}::int[])`)
    .execute();
}
