import type { Destination } from "../../outbox/outbox.ts";
import type { KnownMessage } from "../messages/messages.ts";

/** Returns the conversation that a message belongs to. */
export function messageDestination({ stream_id, subject, display_recipient }: KnownMessage, me: number): Destination {
  if (stream_id !== undefined) return { kind: "topic", channelId: stream_id, topic: subject };
  const all = typeof display_recipient === "string" ? [] : display_recipient.map(({ id }) => id);
  const others = all.filter((id) => id !== me).toSorted((a, b) => a - b);
  return { kind: "direct", userIds: others.length === 0 ? [me] : others };
}
