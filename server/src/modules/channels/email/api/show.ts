import { z } from "zod";
import { type Endpoint, endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { ensureAddress } from "../actions/ensure-address.ts";
import { channelAddress } from "../address.ts";
import { addressErrors, channelToMail, mailSender } from "../policy.ts";
import type { ChannelEmailSettings } from "../settings.ts";

export const showEmailAddress = ({ emailGatewayPattern: pattern }: ChannelEmailSettings): Endpoint =>
  endpoint.write({
    route: "GET /streams/:stream_id/email_address",
    summary: "Get a channel's e-mail address",
    description:
      "For people and bots who may write in the channel. The address is the caller's own, one for each sender, and stays " +
      "the same. It is a secret: whoever has it can write in the sender's name.",
    access: "user",
    params: z.object({ stream_id: id() }),
    input: z.object({
      sender_id: id()
        .optional()
        .describe("In whose name it is posted: the bot for mail (the default), the caller, or a bot of the caller's"),
    }),
    response: z.object({ email: z.string().describe("Empty where the server takes no mail") }),
    errors: addressErrors,
    async handler({ tx, actor, now }, { params, input }) {
      const channel = await channelToMail({ db: tx, actor }, params.stream_id);
      const senderId = await mailSender({ db: tx, actor }, input.sender_id);
      if (pattern === "") return { email: "" };
      const address = { channel_id: channel.id, creator_id: actor.id, sender_id: senderId };
      return { email: channelAddress(pattern, channel.name, await ensureAddress(tx, address, now)) };
    },
  });
