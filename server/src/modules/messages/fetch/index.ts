import type { Module } from "#kernel/http/module.ts";
import { fetchOne } from "./api/fetch-one.ts";
import { fetch } from "./api/fetch.ts";
import { matchesNarrow } from "./api/matches-narrow.ts";
import type { KeptTexts } from "./page/message-content-cache.ts";
import type { MessageParts } from "./message-extensions.ts";
import { stopWordsSlice } from "../core/stop-words.ts";

interface FetchOptions {
  /** The most bytes that the messages in a response come to. */
  readonly messagePageBytes: number;
  /** What modules above this one add to messages. */
  readonly parts: MessageParts;
  /** Texts of messages that were read lately. */
  readonly texts: KeptTexts;
}

export const fetchModule = ({ messagePageBytes, parts, texts }: FetchOptions): Module => ({
  name: "fetch-messages",
  section: "messages",
  endpoints: [fetch(messagePageBytes, { parts, texts }), fetchOne(parts), matchesNarrow(messagePageBytes)],
  slices: [stopWordsSlice],
});
