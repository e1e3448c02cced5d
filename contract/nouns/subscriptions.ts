import { z } from "zod";
import { Channel } from "../entities/channel.ts";
import { EventId, noun } from "./noun.ts";

/** Who is in a channel; present as far as `include_subscribers` asked for it. */
export const SubscriberLists = z.strictObject({
  subscribers: z.array(z.int()).optional().describe("Ids of all subscribers that are not deactivated, ascending"),
  partial_subscribers: z.array(z.int()).optional().describe("Some of them, in place of a long full list"),
});
export type SubscriberLists = z.infer<typeof SubscriberLists>;

const notificationChoice = z.boolean().nullable().describe("Null follows the user's general setting");

/** What a subscriber set for one channel. */
export const SubscriptionProperties = z.strictObject({
  color: z.string().describe("`#` and six lower-case hex digits"),
  is_muted: z.boolean(),
  in_home_view: z.boolean().meta({ deprecated: true }).describe("Opposite of `is_muted`"),
  pin_to_top: z.boolean(),
  desktop_notifications: notificationChoice,
  audible_notifications: notificationChoice,
  push_notifications: notificationChoice,
  email_notifications: notificationChoice,
  wildcard_mentions_notify: notificationChoice,
});
export type SubscriptionProperties = z.infer<typeof SubscriptionProperties>;

/** A channel together with one user's own settings for it. */
export const Subscription = z.strictObject({
  ...Channel.shape,
  ...SubscriptionProperties.shape,
  ...SubscriberLists.shape,
});
export type Subscription = z.infer<typeof Subscription>;

/** A channel that a user knows of and was never subscribed to. */
export const NeverSubscribed = z.strictObject({ ...Channel.shape, ...SubscriberLists.shape });
export type NeverSubscribed = z.infer<typeof NeverSubscribed>;

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

export const subscriptionsNoun = noun({
  events: [SubscriptionEvent],
  always: {
    max_bulk_new_subscription_messages: z.int().describe("Subscribing more users at once tells none of them"),
  },
  snapshot: {
    subscription: {
      subscriptions: z.array(Subscription).describe("Channels that the user is subscribed to, by name"),
      unsubscribed: z.array(Subscription).describe("Those once subscribed to, by name"),
      never_subscribed: z.array(NeverSubscribed).describe("The others that the user knows of, by name"),
    },
  },
});
