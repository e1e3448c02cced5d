import { z } from "zod";
import { Channel } from "./channel.ts";

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
