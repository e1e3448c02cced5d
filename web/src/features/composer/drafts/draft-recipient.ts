import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";

/** Returns the fields of a draft on the server that say where it belongs. */
export const toDraftRecipient = (to: Destination) =>
  to.kind === "topic"
    ? ({ type: "stream", to: [to.channelId], topic: to.topic } as const)
    : ({ type: "private", to: to.userIds, topic: "" } as const);

/** Returns true if a draft of the server belongs to a destination. */
export function isDraftFor({ type, to: recipients, topic }: Draft, to: Destination): boolean {
  if (to.kind === "direct")
    return type === "private" && recipients.toSorted((a, b) => a - b).join() === to.userIds.join();
  return type === "stream" && recipients[0] === to.channelId && topic.toLowerCase() === to.topic.toLowerCase();
}
