import { sql, type RawBuilder } from "kysely";

/* Group membership in SQL. Every query about membership is composed of these fragments, so that all agree: a group
   contains the users of its own rows and those of all groups in it. System groups are groups like others, whose rows
   follow the roles. Deactivated users are in no group. Deactivated and unnamed groups contain their users like other
   groups. */

/** The groups that users are in, for a `with recursive`: `own_group(user_id, group_id)`. `userIds` is an array. */
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
 * The same for one user, as the right side of `group_id in`. The names `member`, `holder` and `nesting` are used inside
 * for rows, so the expression for the user must not refer to rows with these names.
 */
export const groupsOfUserSubquery = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive ${userGroupsCte(sql`array[${userId}]::int[]`)} select group_id from own_group
)`;

/** The groups and all groups in them, for a `with recursive`: `inner_group(root, group_id)`. `groupIds` is an array. */
export const innerGroupsCte = (
  groupIds: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`inner_group(root, group_id) as (
  select id, id from unnest(${groupIds}) as asked(id)
  union
  select inner_group.root, nesting.subgroup_id
  from inner_group join user_group_subgroup nesting on nesting.group_id = inner_group.group_id
)`;

/** `innerGroupsCte`, and the users in these groups: `group_person(root, user_id)`, without duplicates. */
export const groupUsersCte = (groupIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`${innerGroupsCte(groupIds)},
group_person(root, user_id) as (
  select distinct inner_group.root, member.user_id
  from inner_group
  join user_group_member member on member.group_id = inner_group.group_id
  join account on account.id = member.user_id and account.is_active
)`;

/**
 * The groups and all groups that contain them, for a `with recursive`: `outer_group(group_id)`. `groupIds` is an array.
 */
export const outerGroupsCte = (groupIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`outer_group(group_id) as (
  select id from unnest(${groupIds}) as asked(id)
  union
  select nesting.group_id
  from outer_group join user_group_subgroup nesting on nesting.subgroup_id = outer_group.group_id
)`;
