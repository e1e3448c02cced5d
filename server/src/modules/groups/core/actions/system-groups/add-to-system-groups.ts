import { sql } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordMemberChanges } from "#modules/groups/core/groups-snapshot.ts";
import { groupMembersAdded } from "#modules/groups/core/events.ts";
import { systemGroupsForRole } from "#modules/groups/core/system-groups.ts";

/**
 * Adds a user to the system groups of a role, and sends an event about each group to all users. If the user is
 * deactivated, sends no events.
 */
export async function addToSystemGroups(
  tx: Tx,
  realmId: number,
  userId: number,
  role: Role,
  isFullMember: boolean,
): Promise<void> {
  const { rows } = await sql<{ group_id: number; is_active: boolean }>`
    with added as (
      insert into user_group_member (group_id, user_id)
      select id, ${userId} from user_group
      where realm_id = ${realmId} and name_key = any(${systemGroupsForRole(role, isFullMember)}::text[])
      returning group_id
    )
    select group_id, is_active from added join account on account.id = ${userId} order by group_id`.execute(tx);
  recordMemberChanges(
    tx,
    realmId,
    rows.map(({ group_id }) => ({ group_id, user_id: userId })),
  );
  for (const { group_id, is_active } of rows)
    if (is_active) emit(tx, toEveryone(realmId), groupMembersAdded(group_id, [userId]));
}
