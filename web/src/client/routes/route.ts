import type { Narrow } from "./narrow.ts";
import type { Destination } from "../outbox/outbox.ts";

/** A list of messages; `near` is the message to open it at, null: as the person chose. */
interface MessageAnchor {
  readonly near: number | null;
}

/** Messages that one conversation has. */
export type ConversationRoute =
  | (MessageAnchor & { readonly kind: "topic"; readonly channelId: number; readonly topic: string })
  /** The ids of the others, ascending; one's own alone for notes to oneself. */
  | (MessageAnchor & { readonly kind: "direct"; readonly userIds: readonly number[] });

/** Messages of many conversations. */
export type FeedRoute =
  | (MessageAnchor & { readonly kind: "channel"; readonly channelId: number })
  | (MessageAnchor & { readonly kind: "all" | "mentions" | "starred" })
  /** Reactions of others to messages of this person: one's own id. */
  | (MessageAnchor & { readonly kind: "reactions"; readonly userId: number })
  | (MessageAnchor & { readonly kind: "search"; readonly narrow: Narrow });

/** What the page shows, as its address names it. */
export type Route =
  | ConversationRoute
  | FeedRoute
  /** Any other screen: the parts of its address, such as `["drafts"]` or `["settings", "account"]`; the first one names the screen. */
  | { readonly kind: "page"; readonly path: readonly string[] };

export type MessagesRoute = ConversationRoute | FeedRoute;

export const isMessagesRoute = (place: Route): place is MessagesRoute => "near" in place;

/** Which messages a place shows. */
export function narrowOf(place: MessagesRoute): Narrow {
  switch (place.kind) {
    case "topic":
      return [
        { operator: "channel", operand: place.channelId },
        { operator: "topic", operand: place.topic },
      ];
    case "direct":
      return [{ operator: "dm", operand: place.userIds }];
    case "channel":
      return [{ operator: "channel", operand: place.channelId }];
    case "all":
      return [];
    case "mentions":
      return [{ operator: "is", operand: "mentioned" }];
    case "starred":
      return [{ operator: "is", operand: "starred" }];
    case "reactions":
      return [
        { operator: "has", operand: "reaction" },
        { operator: "sender", operand: place.userId },
      ];
    case "search":
      return place.narrow;
  }
}

/** Where a conversation is. */
export const conversationRoute = (to: Destination, near: number | null = null): ConversationRoute => ({ ...to, near });

/** Whether two places show the same, wherever in it. */
export const isSameRoute = (a: Route, b: Route): boolean =>
  a.kind === b.kind && JSON.stringify({ ...a, near: null }) === JSON.stringify({ ...b, near: null });
