import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, json } from "@parlance/kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { addSubscriptions } from "../actions/add-subscriptions.ts";
import { channelCreationErrors } from "../actions/create-permitted-channels.ts";
import { prepareChannelTexts } from "../creation/channel-text.ts";
import { ChannelsNotAccessible, UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { channelNamesByUser } from "#modules/channels/core/subscriptions/memberships.ts";
import { findPrincipals } from "../subscribers/find-principals.ts";
import { newChannelInput, parseNewChannelOptions } from "../creation/new-channel-input.ts";
import { principals } from "../subscribers/principals-input.ts";
import { ChannelNamesByUser, SubscriptionInput } from "../subscribers/subscription-input.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const subscribe = endpoint.write({
  route: "POST /users/me/subscriptions",
  summary: "Subscribe to channels",
  description: "Subscribes the caller, or the users in `principals`. Channels that do not exist are created.",
  access: "member",
  limit: creationsLimit,
  input: z.object({
    subscriptions: json(z.array(SubscriptionInput), { allowUnstorable: true }).describe(
      "Channels to subscribe to, by name; the description is for new channels.",
    ),
    principals: principals.optional(),
    authorization_errors_fatal: bool()
      .default(true)
      .describe("Whether the request fails as a whole if the caller may not access one of the channels."),
    ...newChannelInput,
  }),
  response: z.object({
    subscribed: ChannelNamesByUser.describe("Channel names by user id."),
    already_subscribed: ChannelNamesByUser,
    unauthorized: z.array(z.string()).optional().describe("Names of channels that the caller may not access."),
    new_subscription_messages_sent: z.boolean().optional(),
  }),
  errors: [...channelCreationErrors, ChannelsNotAccessible, NoSuchUser, UserIsDeactivated],
  prepare: (ctx, { input }) => prepareChannelTexts(ctx, input.subscriptions),
  async handler(ctx, { input }, channels) {
    const { announce, send_new_subscription_messages: welcome, authorization_errors_fatal: errorsAreFatal } = input;
    const request = parseNewChannelOptions(input);
    const references = input.principals?.length ? input.principals : [ctx.actor.id];
    const users = await findPrincipals(ctx.tx, ctx.realm, ctx.actor, references);
    const outcome = await addSubscriptions(ctx, {
      channels,
      principals: users,
      request,
      errorsAreFatal,
      announce,
      welcome,
    });
    return {
      subscribed: channelNamesByUser(outcome.added, outcome.channels),
      already_subscribed: channelNamesByUser(outcome.alreadySubscribed, outcome.channels),
      ...(errorsAreFatal ? {} : { unauthorized: outcome.refused.map(({ name }) => name) }),
      ...(welcome ? { new_subscription_messages_sent: outcome.welcomed } : {}),
    };
  },
});
