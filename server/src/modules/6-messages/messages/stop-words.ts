import { z } from "zod";
import { messageGates } from "@parlance/contract/register/messages.ts";
import type { Slice } from "#kernel/http/module.ts";
import { stopWords } from "#search/stop-words.ts";

/** The words that search ignores. */
export const stopWordsSlice: Slice = {
  types: ["stop_words"],
  response: z.strictObject(messageGates.stop_words),
  fetch: async () => ({ stop_words: [...stopWords] }),
};
