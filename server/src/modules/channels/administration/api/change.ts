import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { BadValue } from "@parlance/kernel/http/errors.ts";
import { changeChannel, channelChangeErrors } from "../actions/change-channel.ts";
import { channelChangeInput, parseChannelChange } from "../changes/channel-change-input.ts";
import { prepareChannelTextUpdate } from "../creation/channel-text.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const change = endpoint.write({
  route: "PATCH /streams/:stream_id",
  summary: "Update a channel",
  description:
    "Requires permission to administer the channel. Changing who can read or join it also requires that the " +
    "caller can read it. Omitted parameters stay unchanged. Either every change is made or none. Permission " +
    "settings take `{ new, old }`. The notification bot posts a notice about the change in the channel.",
  access: "user",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  input: channelChangeInput,
  response: z.object({}),
  errors: [BadValue, ...channelChangeErrors],
  prepare: (ctx, { input }) => prepareChannelTextUpdate(ctx, { name: input.new_name, description: input.description }),
  async handler(ctx, { params, input }, words) {
    await changeChannel(ctx, params.stream_id, { ...parseChannelChange(input), ...words });
    return {};
  },
});
