import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelId, PrivateChannelAsDefault } from "#modules/channels/core/errors.ts";
import { setDefaultChannel } from "../actions/set-default-channel.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const addDefaultChannel = endpoint.write({
  route: "POST /default_streams",
  summary: "Add a default channel",
  description: "Users who join later are subscribed to the channel. Existing users are not.",
  access: "admin",
  input: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({}),
  errors: [InvalidChannelId, PrivateChannelAsDefault],
  async handler(ctx, { input }) {
    await setDefaultChannel(ctx, input.stream_id, true);
    return {};
  },
});
