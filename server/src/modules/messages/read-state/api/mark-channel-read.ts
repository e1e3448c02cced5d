import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { markChannelRead } from "../actions/mark/mark-channel-read.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const markChannel = endpoint.write({
  route: "POST /mark_stream_as_read",
  summary: "Mark a channel as read",
  description: "Newer clients use `POST /messages/flags/narrow`.",
  access: "user",
  deprecated: true,
  input: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({}),
  errors: [InvalidChannelId],
  async handler(ctx, { input }) {
    await markChannelRead(ctx, input.stream_id);
    return {};
  },
});
