import { messagesNoun } from "@parlance/contract/nouns/messages.ts";
import { slice } from "#kernel/http/module.ts";
import { stopWords } from "#search/stop-words.ts";

/** The words that search ignores. */
export const stopWordsSlice = slice(messagesNoun, "stop_words", async () => ({ stop_words: [...stopWords] }));
