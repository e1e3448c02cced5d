import type { Narrow } from "./narrow.ts";
import type { Destination } from "../outbox/outbox.ts";

/** A message list. `near` is the message at which it opens, or null for the position of the user's setting. */
interface MessageAnchor {
  readonly near: number | null;
}

/** Messages of one conversation. */
export type ConversationRoute =
  | (MessageAnchor & { readonly kind: "topic"; readonly channelId: number; readonly topic: string })
  /** Ids of the other participants in ascending order, or only the user's own id for notes to self. */
  | (MessageAnchor & { readonly kind: "direct"; readonly userIds: readonly number[] });

/** Messages of many conversations. */
export type FeedRoute =
  | (MessageAnchor & { readonly kind: "channel"; readonly channelId: number })
  | (MessageAnchor & { readonly kind: "all" | "mentions" | "starred" })
  /** Reactions of others to the user's own messages. `userId` is the user's own id. */
  | (MessageAnchor & { readonly kind: "reactions"; readonly userId: number })
  | (MessageAnchor & { readonly kind: "search"; readonly narrow: Narrow });

/** The content of the page, as named by its address. */
export type Route =
  | ConversationRoute
  | FeedRoute
  /** Any other screen: the parts of its address, such as `["drafts"]` or `["settings", "account"]`; the first one names the screen. */
  | { readonly kind: "page"; readonly path: readonly string[] };

export type MessagesRoute = ConversationRoute | FeedRoute;

export const isMessagesRoute = (place: Route): place is MessagesRoute => "near" in place;

/** Returns the narrow of a route. */
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

/** Returns the route of a conversation. */
export const conversationRoute = (to: Destination, near: number | null = null): ConversationRoute => ({ ...to, near });

/** Whether two routes show the same content, at any position. */
export const isSameRoute = (a: Route, b: Route): boolean =>
  a.kind === b.kind && JSON.stringify({ ...a, near: null }) === JSON.stringify({ ...b, near: null });
