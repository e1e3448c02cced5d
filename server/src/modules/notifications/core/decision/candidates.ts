import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { hasFlag } from "#modules/messages/read-state/flags/message-flags.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import type { StoredUpdateEvent } from "#modules/messages/core/change-events.ts";
import type { StoredMessageEvent } from "#modules/messages/send/events.ts";
import { isMentionedIn, type Mentions, mentionsIn } from "./mentions.ts";

/** Where a message is, and who wrote it. */
export interface Placed {
  readonly id: number;
  readonly senderId: number;
  /** Null: a direct message. */
  readonly place: { readonly channelId: number; readonly topic: string } | null;
}

/** What a message is to somebody whom it may concern. */
export interface Candidate {
  readonly userId: number;
  readonly isMentioned: boolean;
  readonly isWildcardMentioned: boolean;
  readonly hasAlertWord: boolean;
  readonly isRead: boolean;
}

/** A message and those whom it may concern. */
export interface Concern {
  readonly message: Placed;
  readonly mentions: Mentions;
  readonly candidates: readonly Candidate[];
}

/**
 * Whom a new message may concern: few, however many read it, unless it mentions everybody. All others are told of it by nothing,
 * whatever the rest of the facts.
 */
export function concernOf(event: StoredMessageEvent, directory: Directory): Concern {
  const { message, readers, channel_wildcard: isToChannel, unread_by: unreadBy } = event;
  const channelId = message.type === "stream" ? message.stream_id : undefined;
  const place = channelId === undefined ? null : { channelId, topic: message.subject };
  const placed = { id: message.id, senderId: message.sender_id, place };
  const ids = place ? concernedIn(event, place, directory) : new Set(peopleOf(event));
  ids.delete(message.sender_id);
  const has = (flag: keyof StoredMessageEvent["readers"], userId: number) => readers[flag]?.includes(userId) ?? false;
  const candidates = [...ids].map((userId) => ({
    userId,
    isMentioned: has("mentioned", userId),
    isWildcardMentioned: isToChannel || has("topic_wildcard_mentioned", userId),
    hasAlertWord: has("has_alert_word", userId),
    isRead: unreadBy ? !unreadBy.includes(userId) : has("read", userId),
  }));
  return { message: placed, mentions: mentionsIn(event.rendered_content), candidates };
}

/** Everybody in the conversation. */
const peopleOf = ({ message: { display_recipient: place } }: StoredMessageEvent): number[] =>
  typeof place === "string" ? [] : place.map(({ id }) => id);

type Place = NonNullable<Placed["place"]>;

function concernedIn(event: StoredMessageEvent, { channelId, topic }: Place, directory: Directory): Set<number> {
  const { readers, channel_wildcard: isToChannel } = event;
  const subscribed = directory.of(subscriptions);
  if (isToChannel) return new Set(subscribed.subscribersOf(channelId));
  return new Set([
    ...(readers.mentioned ?? []),
    ...(readers.topic_wildcard_mentioned ?? []),
    ...(readers.has_alert_word ?? []),
    ...subscribed.askingForAll(channelId),
    ...directory.of(topicPolicies).followersOf(channelId, topic),
    ...wantingAllIn(channelId, directory),
  ]);
}

/** The subscribers who want to be told of all messages in all their channels: looked for on the side where there are fewer. */
function wantingAllIn(channelId: number, directory: Directory): number[] {
  const [{ wantingAll }, subscribed] = [directory.of(people), directory.of(subscriptions)];
  const subscribers = subscribed.subscribersOf(channelId);
  if (subscribers.length < wantingAll.size) return subscribers.filter((userId) => wantingAll.has(userId));
  return [...wantingAll].filter((userId) => subscribed.isSubscribed(userId, channelId));
}

/** Whom an edit of a message in a channel may concern: those whom only its new text mentions. */
export function concernOfEdit(event: StoredUpdateEvent, message: Placed, directory: Directory): Concern {
  const [before, mentions] = [mentionsIn(event.orig_rendered_content ?? ""), mentionsIn(event.rendered_content ?? "")];
  const isNowToChannel = mentions.isToChannel && !before.isToChannel;
  const flagged = new Set(
    event.readers.personal.flatMap(([userId, bits]) => (hasFlag(bits, "mentioned") ? [userId] : [])),
  );
  const candidates = event.readers.unread.map((userId) => ({
    userId,
    isMentioned: flagged.has(userId) && !isMentionedIn(before, userId, directory),
    isWildcardMentioned: isNowToChannel && !event.readers.absent.includes(userId),
    hasAlertWord: false,
    isRead: false,
  }));
  const concerned = candidates.filter(({ userId, isMentioned, isWildcardMentioned }) => {
    return userId !== message.senderId && (isMentioned || isWildcardMentioned);
  });
  return { message, mentions, candidates: concerned };
}
