import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { setDefaultChannel } from "../actions/set-default-channel.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const removeDefaultChannel = endpoint.write({
  route: "DELETE /default_streams",
  summary: "Remove a default channel",
  description: "Users who join later are no longer subscribed to the channel. Existing subscriptions stay.",
  access: "admin",
  input: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({}),
  errors: [InvalidChannelId],
  async handler(ctx, { input }) {
    await setDefaultChannel(ctx, input.stream_id, false);
    return {};
  },
});
