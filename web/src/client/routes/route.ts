import type { Narrow } from "./narrow.ts";
import type { Destination } from "../outbox/outbox.ts";

/**
 * Where a message list opens. `near` is the id of a message; null means that the position depends on unread messages,
 * earlier visits and this browser's setting.
 */
interface MessageAnchor {
  readonly near: number | null;
}

/** A route that shows the messages of one conversation. */
export type ConversationRoute =
  | (MessageAnchor & { readonly kind: "topic"; readonly channelId: number; readonly topic: string })
  /** Ids of the other participants in ascending order, or only the user's own id for notes to self. */
  | (MessageAnchor & { readonly kind: "direct"; readonly userIds: readonly number[] });

/** A route that shows messages of several conversations. */
export type FeedRoute =
  | (MessageAnchor & { readonly kind: "channel"; readonly channelId: number })
  | (MessageAnchor & { readonly kind: "all" | "mentions" | "starred" })
  /** The user's own messages that other users have reacted to. `userId` is the user's own id. */
  | (MessageAnchor & { readonly kind: "reactions"; readonly userId: number })
  | (MessageAnchor & { readonly kind: "search"; readonly narrow: Narrow });

/** A screen, or the messages that the page shows. Every route has an address. */
export type Route =
  | ConversationRoute
  | FeedRoute
  /** Any other screen: the parts of its address, such as `["drafts"]` or `["settings", "account"]`; the first one names the screen. */
  | { readonly kind: "page"; readonly path: readonly string[] };

export type MessagesRoute = ConversationRoute | FeedRoute;

export const isMessagesRoute = (place: Route): place is MessagesRoute => "near" in place;

/** Returns the narrow that matches the messages of a route. */
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

/** Returns true if two routes show the same content, even if they open it at different messages. */
export const isSameRoute = (a: Route, b: Route): boolean =>
  a.kind === b.kind && JSON.stringify({ ...a, near: null }) === JSON.stringify({ ...b, near: null });
