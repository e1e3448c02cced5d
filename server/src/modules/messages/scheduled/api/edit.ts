import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { choice, id, text } from "#kernel/http/params.ts";
import { editScheduledMessage } from "../actions/edit-scheduled-message.ts";
import { deliveryTimestamp } from "../delivery-time.ts";
import { prepareEdit } from "../edit-request.ts";
import {
  AlreadySent,
  NothingToChange,
  RecipientRequired,
  ScheduledMessageDoesNotExist,
  schedulingErrors,
  TopicRequired,
} from "../errors.ts";
import { recipientsParameter } from "../recipients.ts";

export const edit = endpoint.write({
  route: "PATCH /scheduled_messages/:scheduled_message_id",
  summary: "Edit a scheduled message",
  description: "What is left out stays as it is. One that could not be sent needs a new time, and then waits again.",
  access: "user",
  params: z.object({ scheduled_message_id: id().describe("Not the id of the message that it becomes") }),
  input: z.object({
    type: choice("direct", "channel", "stream", "private")
      .optional()
      .describe("Given, it needs `to` as well; and `topic`, if the message is to go to a channel"),
    to: recipientsParameter().optional().describe("The id of a channel, or a list of ids of users"),
    content: text({ allowUnstorable: true }).optional().describe("Markdown; cut at 10,000 characters"),
    topic: text({ allowUnstorable: true })
      .optional()
      .describe("For channel messages, else ignored; cut at 60 characters"),
    scheduled_delivery_timestamp: deliveryTimestamp().optional(),
  }),
  response: z.object({}),
  errors: [
    ...schedulingErrors,
    ScheduledMessageDoesNotExist,
    AlreadySent,
    NothingToChange,
    RecipientRequired,
    TopicRequired,
  ],
  prepare: (ctx, { params, input }) => prepareEdit(ctx, params.scheduled_message_id, input),
  async handler(ctx, { params, input }, prepared) {
    await editScheduledMessage(ctx, params.scheduled_message_id, input, prepared);
    return {};
  },
});
