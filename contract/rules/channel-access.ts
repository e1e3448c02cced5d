// The rules for seeing, reading, administering and posting in channels. They get plain facts as arguments, so that the
// server and clients can use them.
import { isAtLeast, isGuest, type Role } from "../entities/roles.ts";

/** The privacy of a channel. */
export interface Privacy {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
}

/** The fields that determine whether subscribers can read messages from before their subscription. */
export interface HistoryPrivacy {
  readonly invite_only: boolean;
  readonly history_public_to_subscribers: boolean;
}

/** The relation of a user to a channel. The last four are memberships in groups of the channel's permission settings. */
export interface ChannelRelation {
  readonly is_subscribed: boolean;
  readonly in_administer_group: boolean;
  readonly in_add_subscribers_group: boolean;
  readonly in_remove_subscribers_group: boolean;
  readonly in_subscribe_group: boolean;
}

/** The facts that decide what a user can see of a channel. */
export type ChannelVisibility = Omit<ChannelRelation, "in_remove_subscribers_group"> & Privacy;

/** The settings whose groups can read a private channel without being subscribed. */
export const contentSettings = ["can_add_subscribers_group", "can_subscribe_group"] as const;

/** The settings whose groups can see that a private channel exists. */
export const grantingSettings = ["can_administer_channel_group", ...contentSettings] as const;

/** True if a channel is open to more users than its subscribers. */
export const isPublic = ({ invite_only }: Pick<Privacy, "invite_only">): boolean => !invite_only;

/** Returns the users that a channel is open to without a subscription. `everyone` includes guests and spectators. */
export function channelOpenness(channel: Privacy): "everyone" | "members" | "nobody" {
  if (channel.is_web_public) return "everyone";
  return isPublic(channel) ? "members" : "nobody";
}

/** True if users of a role can read a channel without a subscription. */
export function isOpenTo(role: Role, channel: Privacy): boolean {
  const openness = channelOpenness(channel);
  return openness === "everyone" || (openness === "members" && !isGuest(role));
}

/** True if the user can read the messages. In a private channel, the role of an administrator is not enough. */
export const canReadContent = (role: Role, channel: ChannelVisibility): boolean =>
  isOpenTo(role, channel) || channel.is_subscribed || (!isGuest(role) && hasGrantedContent(channel));

const hasGrantedContent = (channel: ChannelVisibility): boolean =>
  channel.in_add_subscribers_group || channel.in_subscribe_group;

/** True if the user can see that the channel exists, its name and its subscribers. */
export const canSeeMetadata = (role: Role, channel: ChannelVisibility): boolean =>
  channel.is_subscribed ||
  canSeeWithoutSubscription(role, channel, { isGrantee: channel.in_administer_group || hasGrantedContent(channel) });

/**
 * True if the user can see the channel without a subscription. Grantees are in a group of one of `grantingSettings`.
 */
export const canSeeWithoutSubscription = (
  role: Role,
  channel: Privacy,
  { isGrantee }: { readonly isGrantee: boolean },
): boolean => isOpenTo(role, channel) || (!isGuest(role) && (isAtLeast(role, "administrator") || isGrantee));

/** True if the user can change the channel. Changes that concern its content also require `canReadContent`. */
export const canAdministerChannel = (role: Role, channel: Pick<ChannelRelation, "in_administer_group">): boolean =>
  isAtLeast(role, "administrator") || (!isGuest(role) && channel.in_administer_group);

/**
 * True if all readers can read all messages. Otherwise, they can read only messages sent while they were subscribed.
 */
export const isHistoryShared = (channel: HistoryPrivacy): boolean =>
  isPublic(channel) || channel.history_public_to_subscribers;

/**
 * The facts that decide whether a user can post in a channel. For a bot, the role, subscription and groups of its owner
 * count as well.
 */
export interface PostingFacts extends ChannelVisibility {
  readonly role: Role;
  readonly is_archived: boolean;
  /** True for the server's own bots, which can post in every channel. */
  readonly is_system_bot: boolean;
  /** True if `can_send_message_group` of the channel allows it. */
  readonly in_send_message_group: boolean;
}

/** Why a user cannot post in a channel. `channel_hidden`: the user must not learn that it exists. */
export type PostingRefusal = "channel_hidden" | "channel_archived" | "posting_restricted" | "content_hidden";

/** Returns why the user cannot post in the channel, or null if the user can. */
export function findPostingRefusal(facts: PostingFacts): PostingRefusal | null {
  const { role, is_system_bot: isSystemBot } = facts;
  if (!isSystemBot && !canSeeMetadata(role, facts)) return "channel_hidden";
  if (facts.is_archived) return "channel_archived";
  if (isSystemBot) return null;
  if (!facts.in_send_message_group) return "posting_restricted";
  return canReadContent(role, facts) ? null : "content_hidden";
}

export const canPostInChannel = (facts: PostingFacts): boolean => findPostingRefusal(facts) === null;

/**
 * Returns why a topics policy does not allow a topic, or null if it does. With the policy `inherit`, every topic is
 * allowed: to check the organization's policy, pass that policy instead.
 */
export function findTopicRefusal(topic: string, policy: string): "topic_required" | "topic_forbidden" | null {
  if (policy === "disable_empty_topic" && topic === "") return "topic_required";
  return policy === "empty_topic_only" && topic !== "" ? "topic_forbidden" : null;
}
