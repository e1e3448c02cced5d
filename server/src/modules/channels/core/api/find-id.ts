import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { InvalidChannelName } from "../errors.ts";
import { accessChannelByName } from "../policy.ts";

export const findId = endpoint.read({
  route: "GET /get_stream_id",
  summary: "Find a channel's id by its name",
  access: "user",
  input: z.object({ stream: text() }),
  response: z.object({ stream_id: z.int() }),
  errors: [InvalidChannelName],
  async handler({ db, actor }, { input }) {
    const { id } = await accessChannelByName(db, actor, input.stream, "metadata");
    return { stream_id: id };
  },
});
