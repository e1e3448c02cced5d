import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordMemberChanges } from "#modules/groups/core/groups-snapshot.ts";
import { groupMembersRemoved } from "#modules/groups/core/events.ts";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";

/**
 * Removes a user from all system groups, and sends an event about each group to all users. If the user is deactivated,
 * sends no events.
 */
export async function leaveSystemGroups(
  tx: Tx,
  realmId: number,
  { id, is_active }: Pick<Row<"account">, "id" | "is_active">,
): Promise<void> {
  const groups = Object.values(await loadSystemGroups(tx, realmId));
  const left = await tx
    .deleteFrom("user_group_member")
    .where("user_id", "=", id)
    .where("group_id", "=", sql<number>`any(${groups}::int[])`)
    .returning("group_id")
    .execute();
  recordMemberChanges(
    tx,
    realmId,
    left.map(({ group_id }) => ({ group_id, user_id: id })),
  );
  // Clients do not list deactivated users as members of a group.
  if (!is_active) return;
  for (const { group_id } of left) emit(tx, toEveryone(realmId), groupMembersRemoved(group_id, [id]));
}
