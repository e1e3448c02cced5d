import { sql } from "kysely";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import {
  lockChannelsVisibleThrough,
  announceVisibilityChange,
} from "#modules/channels/core/actions/announce-visibility-changes.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { groupMembersAdded, groupMembersRemoved } from "#modules/groups/core/events.ts";
import { storeMembers } from "#modules/groups/core/actions/members/store-members.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";

/**
 * Updates `role:fullmembers` so that it contains exactly the members whose waiting period is over. Called when the
 * waiting period changes, and regularly as time passes.
 */
export async function refreshFullMembers(tx: Tx, realmId: number, now: Date): Promise<void> {
  await lockGroups(tx, realmId);
  const { waiting_period_threshold: thresholdDays } = await loadRealmSettings(tx, realmId);
  const { "role:fullmembers": groupId } = await loadSystemGroups(tx, realmId);
  const changes = await findChanges(tx, { realmId, groupId, thresholdDays, now });
  if (changes.length === 0) return;
  const userIds = (isActive: boolean, joins: boolean) =>
    changes.filter((one) => one.is_active === isActive && one.joins === joins).map(({ id }) => id);
  const [newcomers, leavers] = [userIds(true, true), userIds(true, false)];
  const channels = { ids: await lockChannelsVisibleThrough(tx, realmId, [groupId]) };
  await announceVisibilityChange(tx, { realmId, userIds: [...newcomers, ...leavers], channels }, async () => {
    await storeMembers(
      tx,
      { id: groupId, realm_id: realmId },
      {
        joining: [...newcomers, ...userIds(false, true)],
        leaving: [...leavers, ...userIds(false, false)],
      },
    );
    if (newcomers.length > 0) emit(tx, toEveryone(realmId), groupMembersAdded(groupId, newcomers));
    if (leavers.length > 0) emit(tx, toEveryone(realmId), groupMembersRemoved(groupId, leavers));
  });
}

interface FullMemberQuery {
  readonly realmId: number;
  readonly groupId: number;
  readonly thresholdDays: number;
  readonly now: Date;
}

/**
 * Finds the users who become full members or cease to be, in ascending order. Includes deactivated users, who may be
 * reactivated.
 */
async function findChanges(tx: Tx, { realmId, groupId, thresholdDays, now }: FullMemberQuery) {
  const { rows } = await sql<{ id: number; is_active: boolean; joins: boolean }>`
    select id, is_active, is_due as joins
    from (
      select id, is_active,
        role = ${roles.member} and date_joined <= ${now}::timestamptz - make_interval(hours => 24 * ${thresholdDays}) as is_due
      from account where realm_id = ${realmId}
    ) as person
    where is_due <> exists (select from user_group_member where group_id = ${groupId} and user_id = person.id)
    order by id`.execute(tx);
  return rows;
}
