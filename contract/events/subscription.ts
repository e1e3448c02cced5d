import { z } from "zod";
import { Subscription } from "../entities/subscription.ts";
import { EventId } from "./event-id.ts";

/** The user was subscribed to channels. */
export const AddSubscriptionEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("add"),
  subscriptions: z.array(Subscription),
});

/** The user was unsubscribed from channels. */
export const RemoveSubscriptionEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("remove"),
  subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
});

/** The user changed a setting of their own for a channel. */
export const UpdateSubscriptionEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("update"),
  stream_id: z.int(),
  property: z.string().describe("Name of one of the subscription's own properties"),
  value: z.union([z.int(), z.boolean(), z.string()]),
});

/** Other users were subscribed to channels that this one knows of: each of them to each of these. */
export const PeerAddEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("peer_add"),
  stream_ids: z.array(z.int()),
  user_ids: z.array(z.int()),
});

/** Other users left channels that this one knows of. */
export const PeerRemoveEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("peer_remove"),
  stream_ids: z.array(z.int()),
  user_ids: z.array(z.int()),
});

export const SubscriptionEvent = z.discriminatedUnion("op", [
  AddSubscriptionEvent,
  RemoveSubscriptionEvent,
  UpdateSubscriptionEvent,
  PeerAddEvent,
  PeerRemoveEvent,
]);
