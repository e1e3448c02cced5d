import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { InvalidTopicCharacter } from "#modules/messages/conversations/errors.ts";
import { parseTopic } from "#modules/channels/topic-visibility/topic-input.ts";
import { deleteTopicBatch } from "../actions/delete-topic-batch.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deleteTopic = endpoint.write({
  route: "POST /streams/:stream_id/delete_topic",
  summary: "Delete all messages of a topic",
  description:
    "Deletes all messages of the topic that the caller can read, newest first, in batches. Each batch " +
    "disappears for all users at once, with one `delete_message` event. After 50 seconds the response has " +
    "`complete` false; repeat the request to continue. A topic without messages is not an error. Users keep " +
    "their visibility settings for the topic.",
  access: "admin",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  input: z.object({ topic_name: text({ allowUnstorable: true }).describe("Topic name, case-insensitive.") }),
  response: z.object({ complete: z.boolean().describe("Whether all messages were deleted.") }),
  errors: [InvalidChannelId, InvalidTopicCharacter],
  async stepwiseHandler(_, { params, input }, steps) {
    const topic = parseTopic(input.topic_name);
    for (;;) {
      const isOver = await steps.run((ctx) => deleteTopicBatch(ctx, params.stream_id, topic));
      if (isOver || steps.isOverBudget()) return { complete: isOver };
    }
  },
});
