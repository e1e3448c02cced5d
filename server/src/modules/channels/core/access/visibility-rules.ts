import { sql, type RawBuilder } from "kysely";
import { isAtLeast, isGuest, type Role } from "@parlance/contract/entities/roles.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import { isRoleAtLeastInSql } from "@parlance/kernel/db/role-conditions.ts";
import { groupsOfUserSubquery } from "#modules/groups/core/members/membership-sql.ts";

/*
 * Who sees, reads and administers a channel: each rule once, over plain facts from any source. If queries ask the same, the
 * rule's form in SQL stands beside it; reading.property.test.ts holds the two together.
 */

/** What decides whom a channel is open to. */
export type Privacy = Pick<Row<"channel">, "invite_only" | "is_web_public">;

/** What decides who reads what was written before they came. */
export type HistoryPrivacy = Pick<Row<"channel">, "invite_only" | "history_public_to_subscribers">;

/** What one user has to do with a channel. The last four tell of the channel's own permission groups. */
export interface ChannelRelation {
  readonly is_subscribed: boolean;
  readonly in_administer_group: boolean;
  readonly in_add_subscribers_group: boolean;
  readonly in_remove_subscribers_group: boolean;
  readonly in_subscribe_group: boolean;
}

/** What decides who sees what of a channel. */
export type ChannelVisibility = Omit<ChannelRelation, "in_remove_subscribers_group"> & Privacy;

/** The settings whose groups read a private channel without being subscribed. */
const contentSettings = ["can_add_subscribers_group", "can_subscribe_group"] as const;

/** The settings whose groups see it. */
export const grantingSettings = ["can_administer_channel_group", ...contentSettings] as const;

/** Whether a channel is open to more than its subscribers. */
export const isPublic = ({ invite_only }: Pick<Privacy, "invite_only">): boolean => !invite_only;

/** Whom a channel is open to without a subscription. Everybody: guests and people without an account, too. */
export function channelOpenness(channel: Privacy): "everybody" | "members" | "nobody" {
  if (channel.is_web_public) return "everybody";
  return isPublic(channel) ? "members" : "nobody";
}

export function isOpenTo(role: Role, channel: Privacy): boolean {
  const openness = channelOpenness(channel);
  return openness === "everybody" || (openness === "members" && !isGuest(role));
}

/** Conditions on rows of `channel`: those that are public, and those that are open to everybody. */
export const isOpenInSql = {
  public: sql<boolean>`not channel.invite_only`,
  "web-public": sql<boolean>`channel.is_web_public`,
};

/** May read what is written there. Administrators may not, of private channels that they are not in. */
export const canReadContent = (role: Role, channel: ChannelVisibility): boolean =>
  isOpenTo(role, channel) || channel.is_subscribed || (!isGuest(role) && hasGrantedContent(channel));

/**
 * The same, of a user, or of rows of `account`. The query offers rows of `channel`, and of `subscription` those of the user
 * (null where there is none).
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

const hasGrantedContent = (channel: ChannelVisibility): boolean =>
  channel.in_add_subscribers_group || channel.in_subscribe_group;

export const hasGrantedContentInSql = (userId: RawBuilder<number>): RawBuilder<boolean> => sql`exists (
  select from group_setting
  where scope = 'channel' and scope_id = channel.id and setting in (${sql.join(contentSettings.map((name) => sql.lit(name)))})
    and group_id in ${groupsOfUserSubquery(userId)}
)`;

/** May know that the channel exists, what it is called, who is in it. */
export const canSeeMetadata = (role: Role, channel: ChannelVisibility): boolean =>
  channel.is_subscribed ||
  canSeeWithoutSubscription(role, channel, { isGrantee: channel.in_administer_group || hasGrantedContent(channel) });

/** May know of it without being subscribed. Grantees: who is in a group of one of `grantingSettings`. */
export const canSeeWithoutSubscription = (
  role: Role,
  channel: Privacy,
  { isGrantee }: { readonly isGrantee: boolean },
): boolean => isOpenTo(role, channel) || (!isGuest(role) && (isAtLeast(role, "administrator") || isGrantee));

/** May change what the channel is. Where the content is concerned, ask for that access too. */
export const canAdministerChannel = (role: Role, channel: ChannelRelation): boolean =>
  isAtLeast(role, "administrator") || (!isGuest(role) && channel.in_administer_group);

/** Whether a user made a row of `channel` and administers it for that, because no group was set. */
export const canAdministerAsCreatorInSql = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  channel.creator_id is not distinct from ${userId} and not exists (
    select from group_setting
    where scope = 'channel' and scope_id = channel.id and setting = 'can_administer_channel_group'
  )
)`;

/** Whether all who read the channel read all of it. Else they read what was written while they were there. */
export const isHistoryShared = (channel: HistoryPrivacy): boolean =>
  isPublic(channel) || channel.history_public_to_subscribers;

/** The same of rows of `channel`. */
export const isHistorySharedInSql = sql<boolean>`(${isOpenInSql.public} or channel.history_public_to_subscribers)`;
