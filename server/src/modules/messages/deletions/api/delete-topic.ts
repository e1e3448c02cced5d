import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id, text } from "#kernel/http/params.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { InvalidTopicCharacter } from "#modules/messages/conversations/errors.ts";
import { topicNamed } from "#modules/channels/topic-visibility/topic-input.ts";
import { deleteNewest } from "../actions/delete-newest.ts";

export const deleteTopic = endpoint.stepwise({
  route: "POST /streams/:stream_id/delete_topic",
  summary: "Delete a topic's messages",
  description:
    "All that the caller can read, the newest first, in parts: each is gone for everybody at once, with one " +
    "`delete_message` event. After 50 seconds the answer is `complete` false, and the same request goes on. A topic " +
    "without messages is no error. How people want to be shown the topic stays as it is, should somebody write in it again.",
  access: "admin",
  params: z.object({ stream_id: id() }),
  input: z.object({ topic_name: text({ allowUnstorable: true }).describe("In whatever case") }),
  response: z.object({ complete: z.boolean().describe("Whether all are deleted") }),
  errors: [InvalidChannelId, InvalidTopicCharacter],
  async handler(_, { params, input }, steps) {
    const topic = topicNamed(input.topic_name);
    for (;;) {
      const isOver = await steps.take((ctx) => deleteNewest(ctx, params.stream_id, topic));
      if (isOver || steps.isLate()) return { complete: isOver };
    }
  },
});
