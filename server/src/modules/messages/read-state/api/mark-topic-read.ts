import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { markTopicRead } from "../actions/mark/mark-topic-read.ts";
import { NoSuchTopic } from "../errors.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const markTopic = endpoint.write({
  route: "POST /mark_topic_as_read",
  summary: "Mark a topic as read",
  description: "Newer clients use `POST /messages/flags/narrow`.",
  access: "user",
  deprecated: true,
  input: z.object({
    stream_id: channelId().describe("Id of the channel."),
    topic_name: text().describe("Topic name, case-insensitive; for the empty topic, its display name is accepted too."),
  }),
  response: z.object({}),
  errors: [InvalidChannelId, NoSuchTopic],
  async handler(ctx, { input }) {
    await markTopicRead(ctx, input.stream_id, input.topic_name);
    return {};
  },
});
