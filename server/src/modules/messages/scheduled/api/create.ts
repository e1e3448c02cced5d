import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, choice, text } from "#kernel/http/params.ts";
import { prepareMessage } from "#modules/messages/core/outgoing.ts";
import { scheduleMessage } from "../actions/schedule-message.ts";
import { deliveryTime, deliveryTimestamp } from "../delivery-time.ts";
import { schedulingErrors } from "../errors.ts";
import { recipientIds, recipientsParameter } from "../recipients.ts";

export const create = endpoint.write({
  route: "POST /scheduled_messages",
  summary: "Schedule a message",
  description:
    "It is checked as if it were sent now, and once more when it is sent, in the name of who scheduled it. If it cannot be " +
    "sent then, it is marked `failed`, and the notification bot tells its sender why. What could not be sent for more than ten " +
    "minutes is given up as well, but time in which the server was away does not count.",
  access: "user",
  input: z.object({
    type: choice("direct", "channel", "stream", "private"),
    to: recipientsParameter().describe("The id of a channel, or a list of ids of users"),
    content: text({ allowUnstorable: true }).describe("Markdown; cut at 10,000 characters"),
    topic: text({ allowUnstorable: true }).optional().describe("For channel messages; cut at 60 characters"),
    scheduled_delivery_timestamp: deliveryTimestamp(),
    read_by_sender: bool()
      .optional()
      .describe("By default true for programs that people write with, unless it goes to the sender alone"),
  }),
  response: z.object({ scheduled_message_id: z.int() }),
  errors: schedulingErrors,
  prepare: async (ctx, { input }) => {
    const { type, to, content, topic, scheduled_delivery_timestamp: timestamp } = input;
    deliveryTime(timestamp, ctx.now);
    return prepareMessage(ctx, { type, to: recipientIds(type, to), content, topic }, ctx.request.client);
  },
  async handler(ctx, { input: { scheduled_delivery_timestamp: timestamp, read_by_sender: readBySender } }, outgoing) {
    return { scheduled_message_id: await scheduleMessage(ctx, { outgoing, timestamp, readBySender }) };
  },
});
