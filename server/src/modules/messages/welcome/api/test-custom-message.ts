import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { EmptyMessage } from "#modules/messages/conversations/errors.ts";
import { sendTestMessage } from "../actions/send-test-message.ts";

const MAX_LENGTH = 8000;

export const testCustomMessage = endpoint.write({
  route: "POST /realm/test_welcome_bot_custom_message",
  summary: "Send a test welcome message",
  description:
    "The welcome bot sends the message to the caller as new users would receive it. The setting stays unchanged.",
  access: "admin",
  humansOnly: true,
  input: z.object({
    welcome_message_custom_text: text({ max: MAX_LENGTH }).describe("Markdown source, at most 8,000 characters."),
  }),
  response: z.object({ message_id: z.int() }),
  errors: [EmptyMessage],
  handler: async (ctx, { input }) => ({ message_id: await sendTestMessage(ctx, input.welcome_message_custom_text) }),
});
