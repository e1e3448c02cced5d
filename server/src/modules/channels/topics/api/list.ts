import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import { listTopics } from "../queries.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const list = endpoint.read({
  route: "GET /users/me/:stream_id/topics",
  summary: "List the topics of a channel",
  description:
    "Topics are sorted by their newest message, newest first. Topic names are case-insensitive; each is spelled " +
    "as in its newest message.",
  access: "user",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  input: z.object({
    allow_empty_topic_name: bool().default(false).describe("False returns the display name of the empty topic."),
  }),
  response: z.object({
    topics: z.array(z.object({ name: z.string(), max_id: z.int().describe("Id of the newest message in the topic.") })),
  }),
  errors: [InvalidChannelId],
  async handler({ db, snapshot, actor }, { params, input }) {
    const channel = accessChannel(snapshot, actor, params.stream_id, "content");
    const found = await listTopics(db, actor.id, channel);
    const shown = (name: string) => (name === "" && !input.allow_empty_topic_name ? EMPTY_TOPIC_NAME : name);
    return { topics: found.map(({ name, max_id }) => ({ name: shown(name), max_id })) };
  },
});
