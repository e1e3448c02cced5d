import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { UnableToRender } from "#modules/messages/core/errors.ts";
import { NullBytes } from "#modules/messages/conversations/errors.ts";
import { renderContent } from "../render-content.ts";
import { normalizeContent } from "#modules/messages/conversations/message-text.ts";
import { messageContent } from "#modules/platform/parameters/identifying-parameters.ts";

export const render = endpoint.read({
  route: "POST /messages/render",
  summary: "Render a message",
  description: "Sends nothing. The content is treated like that of a sent message, but may be empty.",
  access: "user",
  cost: 0.5,
  input: z.object({
    content: messageContent().describe("Markdown source, truncated to 10,000 characters."),
  }),
  response: z.object({ rendered: z.string().describe("HTML.") }),
  errors: [NullBytes, UnableToRender],
  async handler(ctx, { input }) {
    if (input.content.trim() === "") return { rendered: "" };
    const { html } = await renderContent(ctx, normalizeContent(input.content));
    return { rendered: html };
  },
});
