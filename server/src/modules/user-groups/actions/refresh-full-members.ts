import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import { groupMembersAdded, groupMembersRemoved } from "../events.ts";
import { systemGroups } from "../system-groups.ts";

/**
 * Makes `role:fullmembers` hold just those members who joined at least `thresholdDays` whole days ago. Due when the
 * threshold changed, and now and then, because time passes.
 */
export async function refreshFullMembers(tx: Tx, realmId: number, thresholdDays: number, now: Date): Promise<void> {
  const { "role:fullmembers": groupId } = await systemGroups(tx, realmId);
  const isDue = sql`(role = 400 and date_joined <= ${now}::timestamptz - make_interval(hours => 24 * ${thresholdDays}))`;
  const added = await sql<Change>`
    with added as (
      insert into user_group_member (group_id, user_id)
      select ${groupId}, id from account where realm_id = ${realmId} and ${isDue}
      on conflict do nothing
      returning user_id
    )
    select json_agg(user_id order by user_id) as ids from added join account on id = user_id and is_active`.execute(tx);
  const removed = await sql<Change>`
    with removed as (
      delete from user_group_member using account
      where group_id = ${groupId} and id = user_id and not ${isDue}
      returning user_id, is_active
    )
    select json_agg(user_id order by user_id) as ids from removed where is_active`.execute(tx);

  const [newcomers, leavers] = [added.rows[0]?.ids, removed.rows[0]?.ids];
  if (newcomers) emit(tx, toEveryone(realmId), groupMembersAdded(groupId, newcomers));
  if (leavers) emit(tx, toEveryone(realmId), groupMembersRemoved(groupId, leavers));
}

interface Change {
  /** Active ones, ascending; null: none. */
  readonly ids: number[] | null;
}
