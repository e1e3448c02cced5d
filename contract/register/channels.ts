import { z } from "zod";
import { Channel, ChannelFolder, DefaultChannelGroup } from "../entities/channel.ts";
import { NeverSubscribed, Subscription } from "../entities/subscription.ts";

/** Fields about channels, by the event type that must be asked for. */
export const channelGates = {
  stream: { streams: z.array(Channel).describe("All that the user knows of, by name") },
  subscription: {
    subscriptions: z.array(Subscription).describe("Channels that the user is subscribed to, by name"),
    unsubscribed: z.array(Subscription).describe("Those once subscribed to, by name"),
    never_subscribed: z.array(NeverSubscribed).describe("The others that the user knows of, by name"),
  },
  default_streams: { realm_default_streams: z.array(z.int()).describe("Channel ids") },
  default_stream_groups: { realm_default_stream_groups: z.array(DefaultChannelGroup) },
  channel_folders: { channel_folders: z.array(ChannelFolder).describe("By `order`") },
};

export const ChannelSnapshotFields = z.strictObject({
  ...channelGates.stream,
  ...channelGates.subscription,
  ...channelGates.default_streams,
  ...channelGates.default_stream_groups,
  ...channelGates.channel_folders,
});
