import { exactly, text } from "#kernel/http/params.ts";
import { MAX_CONTENT } from "#modules/messages/conversations/message-text.ts";

const MAX_TITLE = 60;
const isFilled = (value: string): boolean => value !== "";

export const title = text()
  .trim()
  .max(MAX_TITLE)
  .refine(isFilled, exactly("Title cannot be empty."))
  .describe("At most 60 characters.");

export const content = text()
  .trim()
  .max(MAX_CONTENT)
  .refine(isFilled, exactly("Content cannot be empty."))
  .describe("Markdown source; at most 10,000 characters.");
