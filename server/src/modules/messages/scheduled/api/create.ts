import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, choice, text } from "@parlance/kernel/http/params.ts";
import { prepareOutgoingMessage } from "#modules/messages/send/outgoing-message.ts";
import { scheduleMessage } from "../actions/schedule-message.ts";
import { parseDeliveryTime, deliveryTimestampParameter } from "../delivery-time.ts";
import { scheduleErrors } from "../errors.ts";
import { parseRecipientIds, recipientsParameter } from "../recipients.ts";
import { messageContent } from "#modules/platform/parameters/identifying-parameters.ts";

export const create = endpoint.write({
  route: "POST /scheduled_messages",
  summary: "Create a scheduled message",
  description:
    "The message is checked now, and again when it is sent, with the permissions of the user who scheduled it. " +
    "If sending fails, the message is marked `failed` and the notification bot sends the reason to the user. " +
    "Sending also fails if it is more than ten minutes late, not counting time in which the server was down.",
  access: "user",
  input: z.object({
    type: choice("direct", "channel", "stream", "private").describe(
      "Whether the message goes to a channel or to users; `stream` and `private` are older names.",
    ),
    to: recipientsParameter().describe("A channel id, or a list of user ids."),
    content: messageContent().describe("Markdown source, truncated to 10,000 characters."),
    topic: text({ allowUnstorable: true })
      .optional()
      .describe("Topic, for channel messages; truncated to 60 characters."),
    scheduled_delivery_timestamp: deliveryTimestampParameter(),
    read_by_sender: bool()
      .optional()
      .describe(
        "Whether the message is marked as read for the sender; defaults to true for interactive clients, except for " +
          "messages to oneself.",
      ),
  }),
  response: z.object({ scheduled_message_id: z.int() }),
  errors: scheduleErrors,
  prepare: async (ctx, { input }) => {
    const { type, to, content, topic, scheduled_delivery_timestamp: timestamp } = input;
    parseDeliveryTime(timestamp, ctx.now);
    return prepareOutgoingMessage(ctx, { type, to: parseRecipientIds(type, to), content, topic }, ctx.request.client);
  },
  async handler(ctx, { input: { scheduled_delivery_timestamp: timestamp, read_by_sender: readBySender } }, outgoing) {
    return { scheduled_message_id: await scheduleMessage(ctx, { outgoing, timestamp, readBySender }) };
  },
});
