import { sql, type RawBuilder } from "kysely";

/* Fragments of SQL for group membership. All queries about membership are composed of them, so that they agree. A group
   contains its direct members and the members of all its subgroups. System groups are stored like other groups, and
   their rows are changed when roles change. Deactivated users are members of no group. Deactivated groups and unnamed
   groups have members like other groups. */

/**
 * Common table expression `own_group(user_id, group_id)` for a `with recursive`: the groups of which users are members.
 * `userIds` is an array.
 */
export const userGroupsCte = (
  userIds: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`own_group(user_id, group_id) as (
  select member.user_id, member.group_id
  from user_group_member member join account holder on holder.id = member.user_id and holder.is_active
  where member.user_id = any(${userIds})
  union
  select own_group.user_id, nesting.group_id
  from own_group join user_group_subgroup nesting on nesting.subgroup_id = own_group.group_id
)`;

/**
 * Subquery for the groups of which one user is a member, for the right side of `group_id in`. It uses the names
 * `member`, `holder` and `nesting` for rows, so the expression `userId` must not refer to rows with these names.
 */
export const groupsOfUserSubquery = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive ${userGroupsCte(sql`array[${userId}]::int[]`)} select group_id from own_group
)`;

/**
 * Common table expression `inner_group(root, group_id)` for a `with recursive`: pairs of each of the groups (`root`)
 * with itself and with each of its direct and indirect subgroups. `groupIds` is an array.
 */
export const innerGroupsCte = (
  groupIds: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`inner_group(root, group_id) as (
  select id, id from unnest(${groupIds}) as asked(id)
  union
  select inner_group.root, nesting.subgroup_id
  from inner_group join user_group_subgroup nesting on nesting.group_id = inner_group.group_id
)`;

/**
 * Common table expressions `inner_group` (see `innerGroupsCte`) and `group_person(root, user_id)`: the active members
 * of each group, each once. `groupIds` is an array.
 */
export const groupUsersCte = (groupIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`${innerGroupsCte(groupIds)},
group_person(root, user_id) as (
  select distinct inner_group.root, member.user_id
  from inner_group
  join user_group_member member on member.group_id = inner_group.group_id
  join account on account.id = member.user_id and account.is_active
)`;

/**
 * Common table expression `outer_group(group_id)` for a `with recursive`: the groups, and all groups that contain them
 * directly or indirectly. `groupIds` is an array.
 */
export const outerGroupsCte = (groupIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`outer_group(group_id) as (
  select id from unnest(${groupIds}) as asked(id)
  union
  select nesting.group_id
  from outer_group join user_group_subgroup nesting on nesting.subgroup_id = outer_group.group_id
)`;
