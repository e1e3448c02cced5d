import { z } from "zod";
import { Channel } from "../entities/channel.ts";
import { EventId, noun } from "./noun.ts";

/** The subscribers of a channel. The option `include_subscribers` determines which of the fields are present. */
export const SubscriberLists = z.strictObject({
  subscribers: z.array(z.int()).optional().describe("Ids of all subscribers, sorted, deactivated users excluded."),
  partial_subscribers: z
    .array(z.int())
    .optional()
    .describe("Some of the subscribers, in place of a long complete list."),
});
export type SubscriberLists = z.infer<typeof SubscriberLists>;

const notificationChoice = z.boolean().nullable().describe("Null uses the user's general setting.");

/** A subscriber's own settings for a channel. */
export const SubscriptionProperties = z.strictObject({
  color: z.string().describe("`#` and six lowercase hexadecimal digits."),
  is_muted: z.boolean(),
  in_home_view: z.boolean().meta({ deprecated: true }).describe("Opposite of `is_muted`."),
  pin_to_top: z.boolean(),
  desktop_notifications: notificationChoice,
  audible_notifications: notificationChoice,
  push_notifications: notificationChoice,
  email_notifications: notificationChoice,
  wildcard_mentions_notify: notificationChoice,
});
export type SubscriptionProperties = z.infer<typeof SubscriptionProperties>;

/** A channel, together with the user's own settings for it. */
export const Subscription = z.strictObject({
  ...Channel.shape,
  ...SubscriptionProperties.shape,
  ...SubscriberLists.shape,
});
export type Subscription = z.infer<typeof Subscription>;

/** A channel that the user can see and has never been subscribed to. */
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

/** The user changed one of their settings for a channel. */
export const UpdateSubscriptionEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("update"),
  stream_id: z.int(),
  property: z.string().describe("Name of the setting that changed."),
  value: z.union([z.int(), z.boolean(), z.string()]),
});

/**
 * Other users were subscribed to channels that the user can see. Each of the listed users was subscribed to each of the
 * listed channels.
 */
export const PeerAddEvent = z.strictObject({
  id: EventId,
  type: z.literal("subscription"),
  op: z.literal("peer_add"),
  stream_ids: z.array(z.int()),
  user_ids: z.array(z.int()),
});

/** Other users were unsubscribed from channels that the user can see. */
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
    max_bulk_new_subscription_messages: z
      .int()
      .describe("If more users than this are subscribed at once, the notification bot notifies none of them."),
  },
  snapshot: {
    subscription: {
      subscriptions: z.array(Subscription).describe("Channels that the user is subscribed to, sorted by name."),
      unsubscribed: z.array(Subscription).describe("Channels that the user was subscribed to before, sorted by name."),
      never_subscribed: z.array(NeverSubscribed).describe("All other channels that the user can see, sorted by name."),
    },
  },
});
