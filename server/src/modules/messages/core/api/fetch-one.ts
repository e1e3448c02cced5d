import { z } from "zod";
import { Message } from "@parlance/contract/entities/message.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import { bool, int } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { fetchMessage } from "../page.ts";
import type { MessageParts } from "../message-parts.ts";

export const fetchOne = (parts: MessageParts): Endpoint =>
  endpoint.read({
    route: "GET /messages/:message_id",
    summary: "Fetch one message",
    access: "optional",
    params: z.object({ message_id: int() }),
    input: z.object({
      apply_markdown: bool().default(true).describe("HTML; false: Markdown source"),
      allow_empty_topic_name: bool().default(false).describe("Else the empty topic comes under a name made for people"),
    }),
    response: z.object({
      message: Message,
      raw_content: z.string().describe("Markdown source. Deprecated: ask with `apply_markdown` false"),
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
