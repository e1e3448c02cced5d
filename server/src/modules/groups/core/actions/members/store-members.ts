import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { deleteMembers } from "./delete-members.ts";
import { insertMembers } from "./insert-members.ts";

interface MemberChange {
  /** Ids of the users to add. They must not be members yet. */
  readonly joining: readonly number[];
  readonly leaving: readonly number[];
}

/** Adds users to a group and removes others. Emits no events for clients. */
export async function storeMembers(
  tx: Tx,
  group: Pick<Row<"user_group">, "id" | "realm_id">,
  { joining, leaving }: MemberChange,
): Promise<void> {
  await insertMembers(tx, group, joining);
  await deleteMembers(tx, group, leaving);
}
