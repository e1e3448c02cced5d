import { z } from "zod";
import { Channel } from "@parlance/contract/entities/channel.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { InvalidChannelId } from "../errors.ts";
import { accessChannel } from "../policy.ts";
import { presentChannels } from "../presentation.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const show = endpoint.read({
  route: "GET /streams/:stream_id",
  summary: "Get a channel",
  description: "The caller must be able to see the channel.",
  access: "user",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({ stream: Channel }),
  errors: [InvalidChannelId],
  async handler({ db, actor }, { params }) {
    const channel = await accessChannel(db, actor, params.stream_id, "metadata");
    const presented = await presentChannels(db, actor.realmId, [channel]);
    return { stream: required(presented.get(channel.id)) };
  },
});
