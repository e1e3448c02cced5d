import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordMemberChanges } from "#modules/groups/core/groups-snapshot.ts";
import { groupMembersAdded } from "#modules/groups/core/events.ts";

interface NewGroupMember {
  readonly realmId: number;
  readonly userId: number;
  readonly groupIds: readonly number[];
}

/**
 * Adds a new user to groups, and sends an event about each group to all users. The account must have been created by
 * the same transaction. The caller must have locked the groups and checked the permission.
 */
export async function addNewUserToGroups(tx: Tx, { realmId, userId, groupIds }: NewGroupMember): Promise<void> {
  await sql`
    insert into user_group_member (group_id, user_id)
    select id, ${userId} from unnest(${groupIds}::int[]) as id`.execute(tx);
  recordMemberChanges(
    tx,
    realmId,
    groupIds.map((group_id) => ({ group_id, user_id: userId })),
  );
  for (const id of groupIds) emit(tx, toEveryone(realmId), groupMembersAdded(id, [userId]));
}
