import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelName } from "../errors.ts";
import { accessChannelByName } from "../policy.ts";
import { channelName } from "#modules/platform/parameters/identifying-parameters.ts";

export const findId = endpoint.read({
  route: "GET /get_stream_id",
  summary: "Get the id of a channel",
  description: "Finds a channel by its name. The caller must be able to see the channel.",
  access: "user",
  input: z.object({ stream: channelName().describe("Name of the channel.") }),
  response: z.object({ stream_id: z.int() }),
  errors: [InvalidChannelName],
  async handler({ snapshot, actor }, { input }) {
    const { id } = accessChannelByName(snapshot, actor, input.stream, "metadata");
    return { stream_id: id };
  },
});
