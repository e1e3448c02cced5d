// Determines the conversations that the newest loaded messages belong to.
import type { Destination } from "../../client/outbox/outbox.ts";
import { messageDestination } from "../../client/replica/selectors/message-destination.ts";
import { directKey } from "../../client/replica/selectors/unread/unread.ts";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import type { KnownMessage } from "../../client/replica/messages/messages.ts";

export interface RecentConversation {
  readonly key: string;
  readonly to: Destination;
  readonly newest: KnownMessage;
  /** Ids of the senders, without duplicates. The sender of the newest message comes first. */
  readonly senders: readonly number[];
  readonly count: number;
}

/** Returns a key that identifies a conversation. */
const conversationKey = (to: Destination): string =>
  to.kind === "topic" ? topicKey(to.channelId, to.topic) : directKey(to.userIds);

/** Groups messages into conversations. The conversation with the newest message comes first. */
export function recentConversations(messages: readonly KnownMessage[], me: number): RecentConversation[] {
  const byKey = new Map<string, { to: Destination; newest: KnownMessage; senders: Set<number>; count: number }>();
  for (const message of messages.toReversed()) {
    const to = messageDestination(message, me);
    const key = conversationKey(to);
    const known = byKey.get(key) ?? { to, newest: message, senders: new Set(), count: 0 };
    known.senders.add(message.sender_id);
    known.count += 1;
    byKey.set(key, known);
  }
  return [...byKey].map(([key, { senders, ...rest }]) => ({ key, ...rest, senders: [...senders] }));
}
