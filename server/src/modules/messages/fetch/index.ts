import { type Module, defineSlice } from "@parlance/kernel/http/module.ts";
import { fetchOne } from "./api/fetch-one.ts";
import { fetch } from "./api/fetch.ts";
import { matchesNarrow } from "./api/matches-narrow.ts";
import type { MessageContentCache } from "./page/message-content-cache.ts";
import type { MessageExtensions } from "./message-extensions.ts";
import { messagesNoun } from "@parlance/contract/nouns/messages.ts";
import { stopWords } from "#search/stop-words.ts";

/** The words that search ignores. */
const stopWordsSlice = defineSlice(messagesNoun, "stop_words", async () => ({ stop_words: [...stopWords] }));

interface FetchOptions {
  /** The most bytes that the messages in a response come to. */
  readonly messagePageBytes: number;
  /** What modules above this one add to messages. */
  readonly parts: MessageExtensions;
  /** Texts of messages that were read lately. */
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
