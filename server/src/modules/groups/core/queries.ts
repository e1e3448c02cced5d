import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { required } from "@parlance/kernel/base/required.ts";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { type GroupContents, isInGroupSetting } from "@parlance/contract/rules/group-membership.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groupMembers, groups } from "./groups-snapshot.ts";
import { type SystemGroups, systemGroupNames } from "./system-groups.ts";
import { innerGroupsCte, userGroupsCte, groupUsersCte } from "./members/membership-sql.ts";

/**
 * Returns for each pair whether the user is a member of the group or of one of its subgroups. Deactivated users are
 * members of no group.
 */
export async function areMembers(
  db: Reader,
  pairs: readonly { userId: number; groupId: number }[],
): Promise<boolean[]> {
  if (pairs.length === 0) return [];
  const userIds = sql`${pairs.map(({ userId }) => userId)}::int[]`;
  const { rows } = await sql<{ ordinal: number }>`
    with recursive ${userGroupsCte(userIds)}
    select asked.ordinal::int
    from unnest(${userIds}, ${pairs.map(({ groupId }) => groupId)}::int[]) with ordinality
      as asked(user_id, group_id, ordinal)
    join own_group on own_group.user_id = asked.user_id and own_group.group_id = asked.group_id`.execute(db);
  const members = new Set(rows.map(({ ordinal }) => ordinal - 1));
  return pairs.map((_, index) => members.has(index));
}

/** True if the user is a member of the group or of one of its subgroups, according to the organization snapshot. */
export function isMemberIn(snapshot: OrganizationSnapshot, userId: number, groupId: number): boolean {
  if (snapshot.get(users).get(userId)?.is_active !== true) return false;
  const within = snapshot.get(groups).within(groupId);
  return snapshot
    .get(groupMembers)
    .leftsOf(userId)
    .some((direct) => within.has(direct));
}

/** A group whose contents the transaction has changed, with the contents that it has now. */
export interface ChangedGroup extends GroupContents {
  readonly id: number;
}

/**
 * True if the value of a permission setting includes the user, according to the organization snapshot. `changed` is a
 * group whose contents the transaction has changed.
 */
export function isInSettingValueIn(
  snapshot: OrganizationSnapshot,
  userId: number,
  value: GroupSettingValue,
  changed?: ChangedGroup,
): boolean {
  if (snapshot.get(users).get(userId)?.is_active !== true) return false;
  const all = snapshot.get(groups);
  const direct = new Set(snapshot.get(groupMembers).leftsOf(userId));
  // Other members than the user do not matter, so they are not listed.
  const get = (id: number): GroupContents =>
    id === changed?.id
      ? changed
      : { members: direct.has(id) ? [userId] : [], direct_subgroup_ids: all.get(id)?.subgroups ?? [] };
  return isInGroupSetting({ get }, value, userId);
}

/**
 * Loads the ids of the active members of each group, including those of its subgroups, ascending. For groups that do
 * not exist, the lists are empty.
 */
export async function loadMembers(db: Reader, groupIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ root: number; members: number[] }>`
    with recursive ${groupUsersCte(sql`${groupIds}::int[]`)}
    select root, json_agg(user_id order by user_id) as members from group_person group by root`.execute(db);
  const found = new Map(rows.map(({ root, members }) => [root, members]));
  return new Map(groupIds.map((id) => [id, found.get(id) ?? []]));
}

/**
 * Returns the ids of the active members of a group, including those of its subgroups, ascending, according to the
 * organization snapshot.
 */
export function membersIn(snapshot: OrganizationSnapshot, groupId: number): number[] {
  const [allUsers, direct] = [snapshot.get(users), snapshot.get(groupMembers)];
  const found = new Set<number>();
  for (const id of snapshot.get(groups).within(groupId)) {
    for (const userId of direct.rightsOf(id)) if (allUsers.get(userId)?.is_active) found.add(userId);
  }
  return [...found].sort((a, b) => a - b);
}

/** Loads the ids of a group's direct and indirect subgroups, ascending. */
export async function loadSubgroups(db: Reader, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ group_id: number }>`
    with recursive ${innerGroupsCte(sql`array[${groupId}]::int[]`)}
    select group_id from inner_group where group_id <> root order by group_id`.execute(db);
  return rows.map(({ group_id }) => group_id);
}

/**
 * Loads the ids of each group's direct active members and direct subgroups, ascending. Groups with neither are omitted.
 */
export async function loadDirectContents(
  db: Reader,
  groupIds: readonly number[],
): Promise<Map<number, { members: number[]; subgroups: number[] }>> {
  const { rows } = await sql<{ id: number; members: number[]; subgroups: number[] }>`
    with asked as (select id from unnest(${groupIds}::int[]) as asked(id)),
    people as (
      select member.group_id, json_agg(member.user_id order by member.user_id) as ids
      from asked join user_group_member member on member.group_id = asked.id
      join account on account.id = member.user_id and account.is_active
      group by member.group_id
    ),
    nested as (
      select group_id, json_agg(subgroup_id order by subgroup_id) as ids
      from asked join user_group_subgroup on group_id = asked.id
      group by group_id
    )
    select coalesce(people.group_id, nested.group_id) as id,
      coalesce(people.ids, '[]') as members, coalesce(nested.ids, '[]') as subgroups
    from people full join nested on nested.group_id = people.group_id`.execute(db);
  return new Map(rows.map(({ id, members, subgroups }) => [id, { members, subgroups }]));
}

/**
 * Returns the ids of a group's direct active members and direct subgroups, ascending, according to the organization
 * snapshot.
 */
export function contentsIn(
  snapshot: OrganizationSnapshot,
  groupId: number,
): { members: number[]; subgroups: readonly number[] } {
  const allUsers = snapshot.get(users);
  const members = snapshot.get(groupMembers).rightsOf(groupId);
  return {
    members: members.filter((userId) => allUsers.get(userId)?.is_active === true),
    subgroups: snapshot.get(groups).get(groupId)?.subgroups ?? [],
  };
}

/** Returns the ids of the organization's system groups, according to the organization snapshot. */
export function systemGroupsIn(snapshot: OrganizationSnapshot): SystemGroups {
  const all = snapshot.get(groups);
  return Object.fromEntries(
    systemGroupNames.map((name) => [name, required(all.byName(name)).id]),
  ) as unknown as SystemGroups;
}

/** Finds the named groups of the organization with these ids. Other ids are ignored. The groups are ordered by id. */
export const findNamedGroups = (
  db: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<Pick<Row<"user_group">, "id" | "is_deactivated">[]> =>
  db
    .selectFrom("user_group")
    .select(["id", "is_deactivated"])
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("realm_id", "=", realmId)
    .where("name", "is not", null)
    .orderBy("id")
    .execute();

/** Loads the named groups of an organization, ordered by id. */
export async function loadNamedGroups(
  db: Reader,
  realmId: number,
  { deactivatedToo }: { deactivatedToo: boolean },
): Promise<Row<"user_group">[]> {
  let query = db.selectFrom("user_group").selectAll().where("realm_id", "=", realmId).where("name_key", "is not", null);
  if (!deactivatedToo) query = query.where("is_deactivated", "=", false);
  return query.orderBy("id").execute();
}
