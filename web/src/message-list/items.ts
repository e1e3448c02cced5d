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
  let before: KnownMessage | undefined;
  for (const message of messages) {
    const isNewDay = !before || !isSameDay(before, message);
    const isNewConversation = hasConversations && (!before || isNewDay || !isSameConversation(before, message));
    if (isNewDay) items.push({ kind: "day", key: `day ${message.id}`, moment: message.timestamp * 1000 });
    if (message.id === unreadFrom) items.push({ kind: "unread", key: "unread", count: unread });
    if (isNewConversation) items.push({ kind: "conversation", key: `conversation ${message.id}`, id: message.id });
    const isFirst =
      isNewDay || isNewConversation || message.id === unreadFrom || !before || !isTogether(before, message);
    items.push({ kind: "message", key: String(message.id), id: message.id, isFirst });
    before = message;
  }
  const isMine = before?.sender_id === me;
  for (const [index, key] of outgoing.entries()) items.push({ kind: "outgoing", key, isFirst: index === 0 && !isMine });
  return items;
}

const isSameDay = (a: KnownMessage, b: KnownMessage) =>
  startOfDay(a.timestamp * 1000) === startOfDay(b.timestamp * 1000);

/** Whether two messages are of one topic or one direct conversation. */
export const isSameConversation = (a: KnownMessage, b: KnownMessage): boolean =>
  a.recipient_id === b.recipient_id && a.subject.toLowerCase() === b.subject.toLowerCase();

const isTogether = (a: KnownMessage, b: KnownMessage) =>
  a.sender_id === b.sender_id &&
  isSameConversation(a, b) &&
  b.timestamp - a.timestamp < TOGETHER_SECONDS &&
  !a.is_me_message &&
  !b.is_me_message;
