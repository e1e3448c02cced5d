import { exactly, text } from "@parlance/kernel/http/params.ts";
import { MAX_CONTENT_CHARACTERS } from "#modules/messages/conversations/message-text.ts";

const MAX_TITLE_CHARACTERS = 60;
const isFilled = (value: string): boolean => value !== "";

export const snippetTitle = text()
  .trim()
  .max(MAX_TITLE_CHARACTERS)
  .refine(isFilled, exactly("Title cannot be empty."))
  .describe("At most 60 characters.");

export const snippetContent = text()
  .trim()
  .max(MAX_CONTENT_CHARACTERS)
  .refine(isFilled, exactly("Content cannot be empty."))
  .describe("Markdown source; at most 10,000 characters.");
