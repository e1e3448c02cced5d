import { sql, type RawBuilder } from "kysely";
import { isGuest, type Role } from "@parlance/contract/entities/roles.ts";
import { contentSettings } from "@parlance/contract/rules/channel-access.ts";
import { isRoleAtLeastInSql } from "@parlance/kernel/db/role-conditions.ts";
import { groupsOfUserSubquery } from "#modules/groups/core/members/membership-sql.ts";

/* The rules of contract/rules/channel-access.ts as SQL conditions for queries. channel-visibility.property.test.ts
   checks that each condition agrees with its rule. */

/** Conditions on rows of `channel`: that the channel is public, and that it is web-public. */
export const isOpenInSql = {
  public: sql<boolean>`not channel.invite_only`,
  "web-public": sql<boolean>`channel.is_web_public`,
};

/**
 * The condition of `canReadContent`, for one user or for the users in rows of `account`. The query must contain
 * `channel`, and a left join with the user's rows of `subscription`.
 */
export function canReadContentInSql(
  reader: { readonly id: number; readonly role: Role } | "account",
): RawBuilder<boolean> {
  const isRow = reader === "account";
  const userId = isRow ? sql<number>`account.id` : sql<number>`${reader.id}::int`;
  const isMember = isRow ? isRoleAtLeastInSql(sql`account.role`, "member") : sql.lit(!isGuest(reader.role));
  return sql`(
    ${isOpenInSql["web-public"]} or coalesce(subscription.is_active, false)
    or (${isMember} and (${isOpenInSql.public} or ${hasGrantedContentInSql(userId)}))
  )`;
}

export const hasGrantedContentInSql = (userId: RawBuilder<number>): RawBuilder<boolean> => sql`exists (
  select from group_setting
  where scope = 'channel' and scope_id = channel.id and setting in (${sql.join(contentSettings.map((name) => sql.lit(name)))})
    and group_id in ${groupsOfUserSubquery(userId)}
)`;

/**
 * Condition that a user administers a channel in a row of `channel` as its creator, because no group has the permission
 * for it.
 */
export const canAdministerAsCreatorInSql = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  channel.creator_id is not distinct from ${userId} and not exists (
    select from group_setting
    where scope = 'channel' and scope_id = channel.id and setting = 'can_administer_channel_group'
  )
)`;

/** The condition of `isHistoryShared` on rows of `channel`. */
export const isHistorySharedInSql = sql<boolean>`(${isOpenInSql.public} or channel.history_public_to_subscribers)`;
