import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { cancelScheduledMessage } from "../actions/cancel.ts";
import { ScheduledMessageDoesNotExist } from "../errors.ts";
import { scheduledMessageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const cancel = endpoint.write({
  route: "DELETE /scheduled_messages/:scheduled_message_id",
  summary: "Delete a scheduled message",
  description: "Works for messages whose sending failed too. A message that was sent is no longer a scheduled message.",
  access: "user",
  params: z.object({
    scheduled_message_id: scheduledMessageId().describe("Id of the scheduled message, which is not a message id."),
  }),
  response: z.object({}),
  errors: [ScheduledMessageDoesNotExist],
  async handler(ctx, { params }) {
    await cancelScheduledMessage(ctx, params.scheduled_message_id);
    return {};
  },
});
