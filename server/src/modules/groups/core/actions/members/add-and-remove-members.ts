import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { AlreadyMember, NotMember } from "#modules/groups/core/errors.ts";
import { groupMembersAdded, groupMembersRemoved } from "#modules/groups/core/events.ts";
import { loadActiveUsers, type GroupUser } from "#modules/groups/core/members/active-users.ts";
import type { NamedGroup } from "#modules/groups/core/policy.ts";
import { deleteMembers } from "./delete-members.ts";
import { insertMembers } from "./insert-members.ts";

/**
 * Adds users to a group, and sends an event to all users. Returns the added users, ordered by id.
 * @throws InvalidMember, AlreadyMember
 */
export async function addMembers(tx: Tx, group: NamedGroup, ids: readonly number[]): Promise<GroupUser[]> {
  const people = await loadActiveUsers(tx, group.realm_id, ids);
  const members = await directMembersAmong(tx, group.id, ids);
  const already = ids.find((id) => members.has(id));
  if (already !== undefined) throw new AlreadyMember({ user_id: already });
  const userIds = people.map(({ id }) => id);
  await insertMembers(tx, group, userIds);
  emit(tx, toEveryone(group.realm_id), groupMembersAdded(group, userIds));
  return people;
}

/**
 * Removes users from a group, and sends an event to all users. Returns the removed users, ordered by id.
 * @throws InvalidMember, NotMember
 */
export async function removeMembers(tx: Tx, group: NamedGroup, ids: readonly number[]): Promise<GroupUser[]> {
  const people = await loadActiveUsers(tx, group.realm_id, ids);
  const members = await directMembersAmong(tx, group.id, ids);
  const absent = ids.find((id) => !members.has(id));
  if (absent !== undefined) throw new NotMember({ user_id: absent });
  const userIds = people.map(({ id }) => id);
  await deleteMembers(tx, group, userIds);
  emit(tx, toEveryone(group.realm_id), groupMembersRemoved(group, userIds));
  return people;
}

async function directMembersAmong(tx: Tx, groupId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom("user_group_member")
    .select("user_id")
    .where("group_id", "=", groupId)
    .where("user_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
