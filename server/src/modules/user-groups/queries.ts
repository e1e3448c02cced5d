import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { systemGroupFacts } from "./system-groups.ts";

const lowestRoles = Object.entries(systemGroupFacts).filter(([, { lowestRole }]) => lowestRole > 0);

/** The lowest role whose holders a system group has anyway; joined by name. */
const systemMembership = sql`unnest(
  ${lowestRoles.map(([name]) => name)}::text[], ${lowestRoles.map(([, { lowestRole }]) => lowestRole)}::int[]
) as by_role(name_key, lowest_role)`;

/**
 * The groups inside the given ones, themselves included. It does not look into system groups: whom they hold follows
 * from the roles, and only full members have rows to look up.
 */
const reached = (groupIds: readonly number[]) => sql`reached(root, group_id) as (
  select id, id from unnest(${[...new Set(groupIds)]}::int[]) as asked(id)
  union
  select reached.root, nested.subgroup_id
  from reached
  join user_group outside on outside.id = reached.group_id and not outside.is_system
  join user_group_subgroup nested on nested.group_id = reached.group_id
)`;

/** For each pair, whether the user is in the group or in a group within it. Deactivated users are in none. */
export async function areMembers(
  db: Reader,
  pairs: readonly { userId: number; groupId: number }[],
): Promise<boolean[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<{ place: number }>`
    with recursive ${reached(pairs.map(({ groupId }) => groupId))}
    select distinct asked.place::int
    from unnest(${pairs.map(({ userId }) => userId)}::int[], ${pairs.map(({ groupId }) => groupId)}::int[])
      with ordinality as asked(user_id, group_id, place)
    join account on account.id = asked.user_id and account.is_active
    join reached on reached.root = asked.group_id
    left join user_group_member member on member.group_id = reached.group_id and member.user_id = asked.user_id
    left join user_group system
      on system.id = reached.group_id and system.is_system and system.realm_id = account.realm_id
    left join ${systemMembership} on by_role.name_key = system.name_key and account.role <= by_role.lowest_role
    where member.user_id is not null or by_role.name_key is not null`.execute(db);
  const members = new Set(rows.map(({ place }) => place - 1));
  return pairs.map((_, place) => members.has(place));
}

/** The active users in each group or in groups within it, ascending. Groups that do not exist have none. */
export async function membersOf(db: Reader, groupIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ root: number; members: number[] }>`
    with recursive ${reached(groupIds)}, member(root, user_id) as (
      select reached.root, direct.user_id
      from reached join user_group_member direct on direct.group_id = reached.group_id
      join account on account.id = direct.user_id and account.is_active
      union
      select reached.root, account.id
      from reached
      join user_group system on system.id = reached.group_id and system.is_system
      join ${systemMembership} on by_role.name_key = system.name_key
      join account on account.realm_id = system.realm_id and account.role <= by_role.lowest_role and account.is_active
    )
    select root, json_agg(user_id order by user_id) as members from member group by root`.execute(db);
  const found = new Map(rows.map(({ root, members }) => [root, members]));
  return new Map(groupIds.map((id) => [id, found.get(id) ?? []]));
}

/** Direct members that are active, and direct subgroups, of each group; both ascending. Groups with neither are left out. */
export async function directContents(
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
