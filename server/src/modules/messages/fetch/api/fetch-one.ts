import { z } from "zod";
import { Message } from "@parlance/contract/entities/message.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { fetchMessage } from "../page/fetch-messages.ts";
import type { MessageExtensions } from "../message-extensions.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const fetchOne = (parts: MessageExtensions): Endpoint =>
  endpoint.read({
    route: "GET /messages/:message_id",
    summary: "Get a message",
    description: "The caller must be able to read the message.",
    access: "optional",
    params: z.object({ message_id: messageId().describe("Id of the message.") }),
    input: z.object({
      apply_markdown: bool().default(true).describe("True returns HTML, false Markdown source."),
      allow_empty_topic_name: bool().default(false).describe("False returns the display name of the empty topic."),
    }),
    response: z.object({
      message: Message,
      raw_content: z.string().describe("Markdown source. Deprecated: request the message with `apply_markdown` false."),
    }),
    errors: [NotLoggedIn, InvalidMessages],
    async handler(ctx, { params, input }) {
      const form = {
        applyMarkdown: input.apply_markdown,
        clientGravatar: false,
        allowEmptyTopicName: input.allow_empty_topic_name,
      };
      const { message, source } = await fetchMessage(ctx, params.message_id, { form, parts });
      return { message, raw_content: source };
    },
  });
