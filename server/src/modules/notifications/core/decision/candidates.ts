import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { hasFlag } from "#modules/messages/read-state/flags/message-flags.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import type { StoredUpdateEvent } from "#modules/messages/core/change-events.ts";
import type { StoredMessageEvent } from "#modules/messages/send/events.ts";
import { isMentionedIn, type Mentions, parseMentions } from "./mentions.ts";

/** A message with its conversation and sender. */
export interface NotifiableMessage {
  readonly id: number;
  readonly senderId: number;
  /** Channel and topic of the message; null for a direct message. */
  readonly channelTopic: { readonly channelId: number; readonly topic: string } | null;
}

/** A user who may be notified of a message, and the message's relation to that user. */
export interface Candidate {
  readonly userId: number;
  readonly isMentioned: boolean;
  readonly isWildcardMentioned: boolean;
  readonly hasAlertWord: boolean;
  readonly isRead: boolean;
}

/** A message, its mentions, and the users who may be notified of it. */
export interface MessageCandidates {
  readonly message: NotifiableMessage;
  readonly mentions: Mentions;
  readonly candidates: readonly Candidate[];
}

/**
 * Finds the users who may be notified of a new message. No other user is notified, whatever the settings are. Even for
 * a message with many recipients, these are few, unless it has a wildcard mention.
 */
export function findCandidates(event: StoredMessageEvent, snapshot: OrganizationSnapshot): MessageCandidates {
  const { message, readers, channel_wildcard: isToChannel, unread_by: unreadBy } = event;
  const channelId = message.type === "stream" ? message.stream_id : undefined;
  const channelTopic = channelId === undefined ? null : { channelId, topic: message.subject };
  const placed = { id: message.id, senderId: message.sender_id, channelTopic };
  const ids = channelTopic ? findChannelCandidates(event, channelTopic, snapshot) : new Set(conversationMembers(event));
  ids.delete(message.sender_id);
  const has = (flag: keyof StoredMessageEvent["readers"], userId: number) => readers[flag]?.includes(userId) ?? false;
  const candidates = [...ids].map((userId) => ({
    userId,
    isMentioned: has("mentioned", userId),
    isWildcardMentioned: isToChannel || has("topic_wildcard_mentioned", userId),
    hasAlertWord: has("has_alert_word", userId),
    isRead: unreadBy ? !unreadBy.includes(userId) : has("read", userId),
  }));
  return { message: placed, mentions: parseMentions(event.rendered_content), candidates };
}

/** Returns all users in a direct conversation. */
const conversationMembers = ({ message: { display_recipient: place } }: StoredMessageEvent): number[] =>
  typeof place === "string" ? [] : place.map(({ id }) => id);

type ChannelTopic = NonNullable<NotifiableMessage["channelTopic"]>;

function findChannelCandidates(
  event: StoredMessageEvent,
  { channelId, topic }: ChannelTopic,
  snapshot: OrganizationSnapshot,
): Set<number> {
  const { readers, channel_wildcard: isToChannel } = event;
  const subscribed = snapshot.get(subscriptions);
  if (isToChannel) return new Set(subscribed.subscribersOf(channelId));
  return new Set([
    ...(readers.mentioned ?? []),
    ...(readers.topic_wildcard_mentioned ?? []),
    ...(readers.has_alert_word ?? []),
    ...subscribed.notifiedOfAllMessages(channelId),
    ...snapshot.get(topicPolicies).followersOf(channelId, topic),
    ...subscribersToAllMessages(channelId, snapshot),
  ]);
}

/**
 * Returns the subscribers who want to be notified of all messages in all channels. Iterates over the smaller of the two
 * sets.
 */
function subscribersToAllMessages(channelId: number, snapshot: OrganizationSnapshot): number[] {
  const [{ notifiedOfAllMessages }, subscribed] = [snapshot.get(users), snapshot.get(subscriptions)];
  const subscribers = subscribed.subscribersOf(channelId);
  if (subscribers.length < notifiedOfAllMessages.size)
    return subscribers.filter((userId) => notifiedOfAllMessages.has(userId));
  return [...notifiedOfAllMessages].filter((userId) => subscribed.isSubscribed(userId, channelId));
}

/**
 * Finds the users who may be notified of an edit of a channel message: those who have not read it, and whom the new
 * text mentions and the old one did not.
 */
export function findEditCandidates(
  event: StoredUpdateEvent,
  message: NotifiableMessage,
  snapshot: OrganizationSnapshot,
): MessageCandidates {
  const [before, mentions] = [
    parseMentions(event.orig_rendered_content ?? ""),
    parseMentions(event.rendered_content ?? ""),
  ];
  const isNowToChannel = mentions.isToChannel && !before.isToChannel;
  const flagged = new Set(
    event.readers.personal.flatMap(([userId, bits]) => (hasFlag(bits, "mentioned") ? [userId] : [])),
  );
  const candidates = event.readers.unread.map((userId) => ({
    userId,
    isMentioned: flagged.has(userId) && !isMentionedIn(before, userId, snapshot),
    isWildcardMentioned: isNowToChannel && !event.readers.absent.includes(userId),
    hasAlertWord: false,
    isRead: false,
  }));
  const concerned = candidates.filter(({ userId, isMentioned, isWildcardMentioned }) => {
    return userId !== message.senderId && (isMentioned || isWildcardMentioned);
  });
  return { message, mentions, candidates: concerned };
}
