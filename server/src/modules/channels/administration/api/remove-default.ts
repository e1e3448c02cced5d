import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { setDefaultChannel } from "../actions/set-default-channel.ts";

export const removeDefaultChannel = endpoint.write({
  route: "DELETE /default_streams",
  summary: "Remove a default channel",
  description: "Users who join later are no longer subscribed to the channel. Existing subscriptions stay.",
  access: "admin",
  input: z.object({ stream_id: id().describe("Id of the channel.") }),
  response: z.object({}),
  errors: [InvalidChannelId],
  async handler(ctx, { input }) {
    await setDefaultChannel(ctx, input.stream_id, false);
    return {};
  },
});
