import type { z } from "zod";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { CreateChannelEvent, DeleteChannelEvent, UpdateChannelEvent } from "@parlance/contract/nouns/channels.ts";
import type { DefaultChannelsEvent } from "@parlance/contract/nouns/default-channels.ts";
import type {
  AddSubscriptionEvent,
  PeerAddEvent,
  PeerRemoveEvent,
  RemoveSubscriptionEvent,
  Subscription,
  SubscriptionProperties,
  UpdateSubscriptionEvent,
} from "@parlance/contract/nouns/subscriptions.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import type { StoredUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { type GeneralNotifications, generalNotifications } from "./subscriptions/inherited-notification-settings.ts";

type Body<S extends z.ZodType> = Omit<z.infer<S>, "id">;

export const channelsCreated = (streams: Channel[]): Body<typeof CreateChannelEvent> => ({
  type: "stream",
  op: "create",
  streams,
});

export type ChannelUpdated = Body<typeof UpdateChannelEvent>;

export const channelChanged = (
  { id, name }: Pick<Row<"channel">, "id" | "name">,
  property: keyof Channel,
  value: ChannelUpdated["value"],
): ChannelUpdated => ({ type: "stream", op: "update", stream_id: id, name, property, value });

export const channelsDeleted = (ids: readonly number[]): Body<typeof DeleteChannelEvent> => ({
  type: "stream",
  op: "delete",
  stream_ids: [...ids],
  streams: ids.map((id) => ({ stream_id: id })),
});

export const defaultChannelsChanged = (ids: readonly number[]): Body<typeof DefaultChannelsEvent> => ({
  type: "default_streams",
  default_streams: [...ids],
});

/**
 * The event about added subscriptions as stored in the event log. It contains the data with which null settings are
 * replaced for clients that do not support them.
 */
export interface SubscriptionsAdded extends Body<typeof AddSubscriptionEvent> {
  /** General notification settings that differ from the defaults, by the id of the user who receives the event. */
  readonly general: Readonly<Record<number, GeneralNotifications>>;
}

/**
 * Creates the event about added subscriptions. `readers` must contain all users who receive it, with their settings.
 */
export const subscriptionsAdded = (
  subscriptions: Subscription[],
  readers: readonly { readonly id: number; readonly settings: StoredUserSettings }[],
): SubscriptionsAdded => ({
  type: "subscription",
  op: "add",
  subscriptions,
  general: Object.fromEntries(
    readers
      .map(({ id, settings }) => [id, generalNotifications(settings)] as const)
      .filter(([, general]) => Object.keys(general).length > 0),
  ),
});

export const subscriptionsRemoved = (
  channels: readonly Pick<Row<"channel">, "id" | "name">[],
): Body<typeof RemoveSubscriptionEvent> => ({
  type: "subscription",
  op: "remove",
  subscriptions: channels.map(({ id, name }) => ({ stream_id: id, name })),
});

export const subscriptionChanged = (
  channelId: number,
  property: keyof SubscriptionProperties,
  value: boolean | string,
): Body<typeof UpdateSubscriptionEvent> => ({
  type: "subscription",
  op: "update",
  stream_id: channelId,
  property,
  value,
});

export const peersAdded = (channelIds: readonly number[], userIds: readonly number[]): Body<typeof PeerAddEvent> => ({
  type: "subscription",
  op: "peer_add",
  stream_ids: [...channelIds],
  user_ids: [...userIds],
});

export const peersRemoved = (
  channelIds: readonly number[],
  userIds: readonly number[],
): Body<typeof PeerRemoveEvent> => ({
  type: "subscription",
  op: "peer_remove",
  stream_ids: [...channelIds],
  user_ids: [...userIds],
});

/**
 * Creates the event that several users were unsubscribed together. Its audience includes these users; each of them
 * receives the event with the other users only.
 */
export const peersRemovedTogether = (channelIds: readonly number[], userIds: readonly number[]) => ({
  ...peersRemoved(channelIds, userIds),
  together: true as const,
});

/**
 * Creates an internal event for the server's processes. From this event on, the users in `add` receive the events for
 * the channel's subscribers, and the users in `remove` no longer receive them.
 */
export const channelAccessChanged = (
  channelId: number,
  { add = [], remove = [] }: { add?: readonly number[]; remove?: readonly number[] },
) => ({ type: "channel_access" as const, channel_id: channelId, add, remove });
