import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";
import { channelNameKey } from "#modules/channels/core/access/channel-access.ts";
import {
  ChannelsDoNotExist,
  ChannelsNotAccessible,
  InvalidColor,
  NoSubscriptionChanges,
} from "#modules/channels/core/errors.ts";
import { channelNamesByUser } from "#modules/channels/core/subscriptions/memberships.ts";
import { parseColor } from "#modules/channels/core/subscriptions/subscription-settings.ts";
import { channelCreationErrors } from "../actions/create-permitted-channels.ts";
import { joinAndLeave as act } from "../actions/join-and-leave.ts";
import { prepareChannelTexts } from "../creation/channel-text.ts";
import { ChannelNamesByUser, SubscriptionInput } from "../subscribers/subscription-input.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";
import { channelName } from "#modules/platform/parameters/identifying-parameters.ts";

export const joinAndLeave = endpoint.write({
  route: "PATCH /users/me/subscriptions",
  summary: "Update your subscriptions in bulk",
  description:
    "Unsubscribes first, then subscribes. Channels to subscribe to are created if they do not exist. Either " +
    "every change is made or none.",
  access: "member",
  limit: creationsLimit,
  input: z.object({
    add: json(z.array(SubscriptionInput.extend({ color: storableTextSchema().optional() })), { allowUnstorable: true })
      .default([])
      .describe(
        "Channels to subscribe to, each with its name and, optionally, color; the description is for new channels.",
      ),
    delete: json(z.array(channelName())).default([]).describe("Names of channels to unsubscribe from."),
  }),
  response: z.object({
    subscribed: ChannelNamesByUser.describe("Channel names by user id."),
    already_subscribed: ChannelNamesByUser,
    removed: z.array(z.string()).describe("Names of channels that the caller was unsubscribed from."),
    not_removed: z.array(z.string()).describe("Names of channels that the caller was not subscribed to."),
    new_subscription_messages_sent: z.boolean().optional(),
  }),
  errors: [...channelCreationErrors, ChannelsNotAccessible, ChannelsDoNotExist, InvalidColor, NoSubscriptionChanges],
  prepare: (ctx, { input }) => prepareChannelTexts(ctx, input.add),
  async handler(ctx, { input }, join) {
    if (join.length + input.delete.length === 0) throw new NoSubscriptionChanges();
    const colored = input.add.flatMap(({ name, color }) => (color === undefined ? [] : [[name, color] as const]));
    const colors = new Map(colored.map(([name, color]) => [channelNameKey(name), parseColor(color)]));
    const { joined, left } = await act(ctx, { join, colors, leave: input.delete });
    return {
      subscribed: channelNamesByUser(joined.added, joined.channels),
      already_subscribed: channelNamesByUser(joined.alreadySubscribed, joined.channels),
      removed: left.removed,
      not_removed: left.notRemoved,
      new_subscription_messages_sent: joined.welcomed,
    };
  },
});
