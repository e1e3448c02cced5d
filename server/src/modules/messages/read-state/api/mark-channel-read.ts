import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { markChannelRead } from "../actions/mark/mark-channel-read.ts";

export const markChannel = endpoint.write({
  route: "POST /mark_stream_as_read",
  summary: "Mark a channel as read",
  description: "Newer clients use `POST /messages/flags/narrow`.",
  access: "user",
  deprecated: true,
  input: z.object({ stream_id: id().describe("Id of the channel.") }),
  response: z.object({}),
  errors: [InvalidChannelId],
  async handler(ctx, { input }) {
    await markChannelRead(ctx, input.stream_id);
    return {};
  },
});
