import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { createChannelWithSubscribers } from "../actions/create-channel-with-subscribers.ts";
import { channelCreationErrors } from "../actions/create-permitted-channels.ts";
import { prepareChannelText } from "../creation/channel-text.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from "#modules/channels/core/channel-names.ts";
import { findPrincipals } from "../subscribers/find-principals.ts";
import { newChannelInput, parseNewChannelOptions } from "../creation/new-channel-input.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";
import { userIds } from "#modules/platform/parameters/identifying-parameters.ts";

export const create = endpoint.write({
  route: "POST /channels/create",
  summary: "Create a channel",
  description:
    "The caller administers the new channel unless `can_administer_channel_group` is given. The caller is " +
    "subscribed only if listed in `subscribers`.",
  access: "member",
  limit: creationsLimit,
  input: z.object({
    name: text({ allowUnstorable: true }).describe(
      "Name of the channel; at most 60 characters, unique in the organization, ignoring case.",
    ),
    description: text({ max: MAX_CHANNEL_DESCRIPTION_LENGTH }).default("").describe("Markdown source."),
    subscribers: userIds().describe("Ids of users to subscribe."),
    ...newChannelInput,
  }),
  response: z.object({ id: z.int() }),
  errors: [...channelCreationErrors, NoSuchUser, UserIsDeactivated],
  prepare: (ctx, { input }) => prepareChannelText(ctx, input),
  async handler(ctx, { input }, draft) {
    const request = parseNewChannelOptions(input);
    const principals = await findPrincipals(ctx.tx, ctx.realm, ctx.actor, input.subscribers);
    const { announce, send_new_subscription_messages: welcome } = input;
    const { id } = await createChannelWithSubscribers(ctx, { draft, request, principals, announce, welcome });
    return { id };
  },
});
