import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice, text } from "@parlance/kernel/http/params.ts";
import { editScheduledMessage } from "../actions/edit-scheduled-message.ts";
import { deliveryTimestampParameter } from "../delivery-time.ts";
import { prepareEdit } from "../prepare-edit.ts";
import {
  AlreadySent,
  NothingToChange,
  RecipientRequired,
  ScheduledMessageDoesNotExist,
  scheduleErrors,
  TopicRequired,
} from "../errors.ts";
import { recipientsParameter } from "../recipients.ts";
import { messageContent, scheduledMessageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const edit = endpoint.write({
  route: "PATCH /scheduled_messages/:scheduled_message_id",
  summary: "Update a scheduled message",
  description:
    "Omitted parameters stay unchanged. A message whose sending failed needs a new time, and is then scheduled " +
    "again.",
  access: "user",
  params: z.object({
    scheduled_message_id: scheduledMessageId().describe("Id of the scheduled message, which is not a message id."),
  }),
  input: z.object({
    type: choice("direct", "channel", "stream", "private")
      .optional()
      .describe("If given, `to` is required; for a channel, `topic` too."),
    to: recipientsParameter().optional().describe("A channel id, or a list of user ids."),
    content: messageContent().optional().describe("Markdown source, truncated to 10,000 characters."),
    topic: text({ allowUnstorable: true })
      .optional()
      .describe("Topic, for channel messages, ignored otherwise; truncated to 60 characters."),
    scheduled_delivery_timestamp: deliveryTimestampParameter().optional(),
  }),
  response: z.object({}),
  errors: [
    ...scheduleErrors,
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
