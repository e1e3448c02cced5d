import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { archiveChannel } from "../actions/archive-channel.ts";
import { AlreadyArchived, InvalidChannelId, NotAllowedToAdministerChannel } from "#modules/channels/core/errors.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const archive = endpoint.write({
  route: "DELETE /streams/:stream_id",
  summary: "Archive a channel",
  description:
    "No messages can be sent to an archived channel. Its messages stay readable, and its subscriptions stay. " +
    "`PATCH /streams/{stream_id}` with `is_archived=false` unarchives it.",
  access: "user",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({}),
  errors: [InvalidChannelId, NotAllowedToAdministerChannel, AlreadyArchived],
  async handler(ctx, { params }) {
    await archiveChannel(ctx, params.stream_id);
    return {};
  },
});
