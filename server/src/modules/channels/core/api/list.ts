import { z } from "zod";
import { ChannelInList } from "@parlance/contract/entities/channel.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { listChannels } from "../list-channels.ts";
import { QueryNotAuthorized } from "@parlance/kernel/http/errors.ts";
import { channelPresenterIn } from "../presentation.ts";

export const list = endpoint.read({
  route: "GET /streams",
  summary: "List channels",
  description: "Returns the channels that the caller can see and that match any of the `include_` parameters.",
  access: "user",
  cost: 0.5,
  input: z.object({
    include_public: bool().default(true).describe("Include public channels, unless the caller is a guest."),
    include_web_public: bool().default(false).describe("Include web-public channels."),
    include_subscribed: bool().default(true).describe("Include channels that the caller is subscribed to."),
    exclude_archived: bool().default(true).describe("Whether to leave out archived channels."),
    include_all_active: bool()
      .default(false)
      .describe("Include all channels of the organization; administrators only."),
    include_all: bool().default(false).describe("Include all channels that the caller can see."),
    include_default: bool().default(false).describe("Add `is_default` to each channel."),
    include_owner_subscribed: bool()
      .default(false)
      .describe("Bots only: include the channels that the bot's owner is subscribed to."),
    include_can_access_content: bool()
      .default(false)
      .describe("Include all channels whose messages the caller can read."),
  }),
  response: z.object({ streams: z.array(ChannelInList) }),
  errors: [QueryNotAuthorized],
  async handler({ snapshot, actor }, { input }) {
    const present = channelPresenterIn(snapshot);
    return {
      streams: listChannels(snapshot, actor, input).map((channel) => ({
        ...present(channel),
        ...(input.include_default ? { is_default: channel.is_default } : {}),
      })),
    };
  },
});
