// Computes the items of a message list: the messages, and the rows between them.
import type { KnownMessage } from "../../../client/replica/messages/messages.ts";
import { startOfDay } from "../../../base/words/en/times.ts";

export type MessageListItem =
  | { readonly kind: "beginning"; readonly key: string }
  | { readonly kind: "day"; readonly key: string; readonly moment: number }
  | { readonly kind: "unread"; readonly key: string; readonly count: number }
  /** Heading with the name of the conversation. Only in lists of several conversations. */
  | { readonly kind: "conversation"; readonly key: string; readonly id: number }
  | { readonly kind: "message"; readonly key: string; readonly id: number; readonly isFirst: boolean }
  /** A pending message. */
  | { readonly kind: "outgoing"; readonly key: string; readonly isFirst: boolean };

interface MessageListInput {
  readonly messages: readonly KnownMessage[];
  /** Id of the first message that was unread when the list was opened. */
  readonly unreadFrom: number | null;
  /** Number of messages that were unread when the list was opened. */
  readonly unread: number;
  readonly hasOldest: boolean;
  readonly hasConversations: boolean;
  readonly outgoing: readonly string[];
  readonly me: number;
  /** Cache of the items. The same cache must be passed whenever the items of this list are computed. */
  readonly made: ItemCache;
}

/**
 * The items of each message, as they were last computed. If there are ten thousand messages, loading another page
 * changes only a few items.
 */
export type ItemCache = WeakMap<
  KnownMessage,
  { readonly before: KnownMessage | undefined; readonly items: MessageListItem[] }
>;

/** Time in seconds. Messages from the same sender that follow each other within this time are grouped. */
const MAX_GROUP_SECONDS = 600;

const START_OF_CONVERSATION: MessageListItem = { kind: "beginning", key: "beginning" };

/**
 * Returns the items of a list, oldest first. An item that has not changed is the same object as before, so that it is
 * not rendered again.
 */
export function messageListItems({
  messages,
  unreadFrom,
  unread,
  hasConversations,
  made,
  ...list
}: MessageListInput): MessageListItem[] {
  const { hasOldest, outgoing, me } = list;
  const items: MessageListItem[] = hasOldest && messages.length > 0 ? [START_OF_CONVERSATION] : [];
  let before: KnownMessage | undefined;
  for (const message of messages) {
    if (message.id === unreadFrom) {
      const unreadLine = [{ kind: "unread", key: "unread", count: unread } as const];
      items.push(...itemsFor(message, before, { hasConversations, unreadLine }));
    } else {
      const known = made.get(message);
      const isKnown = known !== undefined && known.before === before;
      const own = isKnown ? known.items : itemsFor(message, before, { hasConversations, unreadLine: [] });
      if (!isKnown) made.set(message, { before, items: own });
      items.push(...own);
    }
    before = message;
  }
  const isMine = messages.at(-1)?.sender_id === me;
  for (const [index, key] of outgoing.entries()) items.push({ kind: "outgoing", key, isFirst: index === 0 && !isMine });
  return items;
}

/** Returns the item of a message, preceded by the rows that belong before the message. */
function itemsFor(
  message: KnownMessage,
  before: KnownMessage | undefined,
  between: SeparatorOptions,
): MessageListItem[] {
  const lines = separatorsBefore(message, before, between);
  const isFirst = lines.length > 0 || !before || !isSameGroup(before, message);
  return [...lines, { kind: "message", key: String(message.id), id: message.id, isFirst }];
}

interface SeparatorOptions {
  readonly hasConversations: boolean;
  /** The row that marks the first unread message. Empty if the message is not the first unread one. */
  readonly unreadLine: readonly MessageListItem[];
}

function separatorsBefore(
  message: KnownMessage,
  before: KnownMessage | undefined,
  between: SeparatorOptions,
): MessageListItem[] {
  const { hasConversations, unreadLine } = between;
  const isNewDay = !before || !isSameDay(before, message);
  const isNewConversation = hasConversations && (isNewDay || !isSameConversation(before, message));
  return [
    ...(isNewDay ? [{ kind: "day", key: `day ${message.id}`, moment: message.timestamp * 1000 } as const] : []),
    ...unreadLine,
    ...(isNewConversation
      ? [{ kind: "conversation", key: `conversation ${message.id}`, id: message.id } as const]
      : []),
  ];
}

const isSameDay = (a: KnownMessage, b: KnownMessage) =>
  startOfDay(a.timestamp * 1000) === startOfDay(b.timestamp * 1000);

/**
 * Returns true if two messages belong to the same topic or direct message conversation. The `recipient_id` is compared
 * only for direct messages, because a message that was moved to another channel keeps its old `recipient_id`.
 */
const isSameConversation = (a: KnownMessage, b: KnownMessage): boolean =>
  a.stream_id === b.stream_id &&
  (a.stream_id !== undefined || a.recipient_id === b.recipient_id) &&
  a.subject.toLowerCase() === b.subject.toLowerCase();

const isSameGroup = (a: KnownMessage, b: KnownMessage) =>
  a.sender_id === b.sender_id &&
  isSameConversation(a, b) &&
  b.timestamp - a.timestamp < MAX_GROUP_SECONDS &&
  !a.is_me_message &&
  !b.is_me_message;
