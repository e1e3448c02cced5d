import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { cancelScheduledMessage } from "../actions/cancel.ts";
import { ScheduledMessageDoesNotExist } from "../errors.ts";

export const cancel = endpoint.write({
  route: "DELETE /scheduled_messages/:scheduled_message_id",
  summary: "Cancel a scheduled message",
  description: "Also one that could not be sent. What was sent is no longer a scheduled message.",
  access: "user",
  params: z.object({ scheduled_message_id: id().describe("Not the id of the message that it would become") }),
  response: z.object({}),
  errors: [ScheduledMessageDoesNotExist],
  async handler(ctx, { params }) {
    await cancelScheduledMessage(ctx, params.scheduled_message_id);
    return {};
  },
});
