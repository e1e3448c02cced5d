// What stands in a list of messages: the messages, and the lines between them. Pure.
import type { KnownMessage } from "../../../client/replica/messages/messages.ts";
import { startOfDay } from "../../../base/words/en/times.ts";

export type MessageListItem =
  | { readonly kind: "beginning"; readonly key: string }
  | { readonly kind: "day"; readonly key: string; readonly moment: number }
  | { readonly kind: "unread"; readonly key: string; readonly count: number }
  /** Names the conversation, in lists of several. */
  | { readonly kind: "conversation"; readonly key: string; readonly id: number }
  | { readonly kind: "message"; readonly key: string; readonly id: number; readonly isFirst: boolean }
  /** One on its way. */
  | { readonly kind: "outgoing"; readonly key: string; readonly isFirst: boolean };

interface MessageListInput {
  readonly messages: readonly KnownMessage[];
  /** The first message that was unread when the list was opened. */
  readonly unreadFrom: number | null;
  /** How many were. */
  readonly unread: number;
  readonly hasOldest: boolean;
  readonly hasConversations: boolean;
  readonly outgoing: readonly string[];
  readonly me: number;
  /** Of the same list, whatever of it is here. */
  readonly made: ItemCache;
}

/** What was made of messages when a list was made last: of ten thousand, a page that comes changes few. */
export type ItemCache = WeakMap<
  KnownMessage,
  { readonly before: KnownMessage | undefined; readonly items: MessageListItem[] }
>;

/** Messages of one sender stand together for so long, in seconds. */
const MAX_GROUP_SECONDS = 600;

const START_OF_CONVERSATION: MessageListItem = { kind: "beginning", key: "beginning" };

/** The items of a list, from the oldest on. Those that were made before stay the same objects: they are not drawn again. */
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

/** A message, and the lines before it. */
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
  /** The line that tells where unread messages begin, where they begin here. */
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

/** Whether two messages are of one topic or one direct conversation. What was moved has the recipient that it had before. */
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
