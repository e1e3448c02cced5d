// What stands in a list of messages: the messages, and the lines between them. Pure.
import type { KnownMessage } from "../replica/messages.ts";
import { startOfDay } from "../words/en/times.ts";

export type Item =
  | { readonly kind: "beginning"; readonly key: string }
  | { readonly kind: "day"; readonly key: string; readonly moment: number }
  | { readonly kind: "unread"; readonly key: string; readonly count: number }
  /** Names the conversation, in lists of several. */
  | { readonly kind: "conversation"; readonly key: string; readonly id: number }
  | { readonly kind: "message"; readonly key: string; readonly id: number; readonly isFirst: boolean }
  /** One on its way. */
  | { readonly kind: "outgoing"; readonly key: string; readonly isFirst: boolean };

interface Listing {
  readonly messages: readonly KnownMessage[];
  /** The first message that was unread when the list was opened. */
  readonly unreadFrom: number | null;
  /** How many were. */
  readonly unread: number;
  readonly hasOldest: boolean;
  readonly hasConversations: boolean;
  readonly outgoing: readonly string[];
  readonly me: number;
}

/** Messages of one sender stand together for so long, in seconds. */
const TOGETHER_SECONDS = 600;

/** The items of a list, from the oldest on. */
export function itemsOf({ messages, unreadFrom, unread, hasOldest, hasConversations, outgoing, me }: Listing): Item[] {
  const items: Item[] = hasOldest && messages.length > 0 ? [{ kind: "beginning", key: "beginning" }] : [];
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    const unreadLine = message.id === unreadFrom ? [{ kind: "unread", key: "unread", count: unread } as const] : [];
    const lines = linesBefore(message, before, { hasConversations, unreadLine });
    const isFirst = lines.length > 0 || !before || !isTogether(before, message);
    items.push(...lines, { kind: "message", key: String(message.id), id: message.id, isFirst });
  }
  const isMine = messages.at(-1)?.sender_id === me;
  for (const [index, key] of outgoing.entries()) items.push({ kind: "outgoing", key, isFirst: index === 0 && !isMine });
  return items;
}

interface Between {
  readonly hasConversations: boolean;
  /** The line that tells where unread messages begin, where they begin here. */
  readonly unreadLine: readonly Item[];
}

function linesBefore(message: KnownMessage, before: KnownMessage | undefined, between: Between): Item[] {
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

/** Whether two messages are of one topic or one direct conversation. */
const isSameConversation = (a: KnownMessage, b: KnownMessage): boolean =>
  a.recipient_id === b.recipient_id && a.subject.toLowerCase() === b.subject.toLowerCase();

const isTogether = (a: KnownMessage, b: KnownMessage) =>
  a.sender_id === b.sender_id &&
  isSameConversation(a, b) &&
  b.timestamp - a.timestamp < TOGETHER_SECONDS &&
  !a.is_me_message &&
  !b.is_me_message;
