import { z } from "zod";
import { Channel } from "@parlance/contract/entities/channel.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelId } from "../errors.ts";
import { accessChannel } from "../policy.ts";
import { channelPresenterIn } from "../presentation.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const show = endpoint.read({
  route: "GET /streams/:stream_id",
  summary: "Get a channel",
  description: "The caller must be able to see the channel.",
  access: "user",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({ stream: Channel }),
  errors: [InvalidChannelId],
  async handler({ snapshot, actor }, { params }) {
    const channel = accessChannel(snapshot, actor, params.stream_id, "metadata");
    return { stream: channelPresenterIn(snapshot)(channel) };
  },
});
