import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, id } from "#kernel/http/params.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/text.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import { topicsOf } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /users/me/:stream_id/topics",
  summary: "List a channel's topics",
  description: "Newest message first. Topics that differ in case alone are one, spelled as its newest message has it.",
  access: "user",
  params: z.object({ stream_id: id() }),
  input: z.object({
    allow_empty_topic_name: bool().default(false).describe("Else the empty topic comes under a name made for people"),
  }),
  response: z.object({
    topics: z.array(z.object({ name: z.string(), max_id: z.int().describe("Id of the topic's newest message") })),
  }),
  errors: [InvalidChannelId],
  async handler({ db, actor }, { params, input }) {
    const channel = await accessChannel(db, actor, params.stream_id, "content");
    const found = await topicsOf(db, actor.id, channel);
    const shown = (name: string) => (name === "" && !input.allow_empty_topic_name ? EMPTY_TOPIC_NAME : name);
    return { topics: found.map(({ name, max_id }) => ({ name: shown(name), max_id })) };
  },
});
