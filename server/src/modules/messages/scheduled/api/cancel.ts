import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { cancelScheduledMessage } from "../actions/cancel.ts";
import { ScheduledMessageDoesNotExist } from "../errors.ts";

export const cancel = endpoint.write({
  route: "DELETE /scheduled_messages/:scheduled_message_id",
  summary: "Delete a scheduled message",
  description: "Works for messages whose sending failed too. A message that was sent is no longer a scheduled message.",
  access: "user",
  params: z.object({ scheduled_message_id: id().describe("Id of the scheduled message, which is not a message id.") }),
  response: z.object({}),
  errors: [ScheduledMessageDoesNotExist],
  async handler(ctx, { params }) {
    await cancelScheduledMessage(ctx, params.scheduled_message_id);
    return {};
  },
});
