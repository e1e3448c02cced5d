import type { Client, Outcome } from "../../connection/client.ts";

/** Subscribes the user to a channel. */
export const subscribe = ({ change }: Pick<Client, "change">, name: string): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("POST", "/users/me/subscriptions", { subscriptions: [{ name }] }) });

/** Unsubscribes the user from a channel. */
export const unsubscribe = ({ change }: Pick<Client, "change">, channelId: number, name: string): Promise<Outcome> =>
  change({
    expects: [{ type: "subscription", op: "remove", subscriptions: [{ stream_id: channelId, name }] }],
    request: (call) => call("DELETE", "/users/me/subscriptions", { subscriptions: [name] }),
  });

/** A user's own setting for a channel. */
export type ChannelProperty =
  | "is_muted"
  | "pin_to_top"
  | "color"
  | "desktop_notifications"
  | "audible_notifications"
  | "push_notifications"
  | "email_notifications"
  | "wildcard_mentions_notify";

/** Changes the user's own settings for a channel, such as its color and notifications. */
export const setChannelProperty = (
  { change }: Pick<Client, "change">,
  channelId: number,
  property: ChannelProperty,
  value: boolean | string,
): Promise<Outcome> =>
  change({
    expects: [{ type: "subscription", op: "update", stream_id: channelId, property, value }],
    request: (call) =>
      call("POST", "/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: channelId, property, value }],
      }),
  });
