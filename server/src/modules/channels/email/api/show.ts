import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { ensureChannelAddress } from "../actions/ensure-channel-address.ts";
import { channelAddress } from "../channel-address.ts";
import { channelEmailErrors, accessChannelForEmail, resolveEmailSender } from "../policy.ts";
import type { ChannelEmailSettings } from "../channel-email-settings.ts";
import { channelId, userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const showEmailAddress = ({ emailGatewayPattern: pattern }: ChannelEmailSettings): Endpoint =>
  endpoint.write({
    route: "GET /streams/:stream_id/email_address",
    summary: "Get the email address of a channel",
    description:
      "Requires permission to post in the channel. Each sender has a separate address, which never changes. Keep " +
      "it secret: anyone who knows it can post as the sender.",
    access: "user",
    params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
    input: z.object({
      sender_id: userId()
        .optional()
        .describe(
          "Id of the sender of the posted emails: the email bot (the default), the caller, or a bot that the caller " +
            "owns.",
        ),
    }),
    response: z.object({ email: z.string().describe("Empty if the server does not accept email.") }),
    errors: channelEmailErrors,
    async handler({ tx, actor, snapshot, now }, { params, input }) {
      const channel = accessChannelForEmail({ actor, snapshot }, params.stream_id);
      const senderId = await resolveEmailSender(tx, actor, input.sender_id);
      if (pattern === "") return { email: "" };
      const address = { channel_id: channel.id, creator_id: actor.id, sender_id: senderId };
      return { email: channelAddress(pattern, channel.name, await ensureChannelAddress(tx, address, now)) };
    },
  });
