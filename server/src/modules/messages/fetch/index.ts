import { type Module, defineSlice } from "@parlance/kernel/http/module.ts";
import { fetchOne } from "./api/fetch-one.ts";
import { fetch } from "./api/fetch.ts";
import { matchesNarrow } from "./api/matches-narrow.ts";
import type { MessageContentCache } from "./page/message-content-cache.ts";
import type { MessageExtensions } from "./message-extensions.ts";
import { messagesNoun } from "@parlance/contract/nouns/messages.ts";
import { stopWords } from "#search/stop-words.ts";

/** The slice (part of the register response) with the stop words: words that search ignores. */
const stopWordsSlice = defineSlice(messagesNoun, "stop_words", async () => ({ stop_words: [...stopWords] }));

interface FetchOptions {
  /** Maximum total size of the messages in a response, in bytes. */
  readonly messagePageBytes: number;
  /** Extensions with which other modules add fields to messages. */
  readonly parts: MessageExtensions;
  /** Cache of the contents of recently fetched messages. */
  readonly texts: MessageContentCache;
}

export const fetchModule = ({ messagePageBytes, parts, texts }: FetchOptions): Module => ({
  name: "fetch-messages",
  section: "messages",
  floor: "messages",
  endpoints: [
    fetch(messagePageBytes, { parts, contentCache: texts }),
    fetchOne(parts),
    matchesNarrow(messagePageBytes),
  ],
  slices: [stopWordsSlice],
});
