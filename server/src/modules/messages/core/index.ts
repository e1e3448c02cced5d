import type { Module } from "#kernel/http/module.ts";
import { fetchOne } from "./api/fetch-one.ts";
import { fetch } from "./api/fetch.ts";
import { matchesNarrow } from "./api/matches-narrow.ts";
import { render } from "./api/render.ts";
import { send } from "./api/send.ts";
import { deletePresenter, updatePresenter } from "./change-events.ts";
import { messagePresenter } from "./events.ts";
import type { KeptTexts } from "./kept-texts.ts";
import type { MessageParts } from "./message-parts.ts";
import { stopWordsSlice } from "./stop-words.ts";

interface MessagesOptions {
  /** The most bytes that the messages in a response come to. */
  readonly messagePageBytes: number;
  /** What modules above this one add to messages. */
  readonly parts: MessageParts;
  /** Texts of messages that were read lately. */
  readonly texts: KeptTexts;
}

export const messagesModule = ({ messagePageBytes, parts, texts }: MessagesOptions): Module => ({
  name: "messages",
  endpoints: [
    send,
    fetch(messagePageBytes, { parts, texts }),
    fetchOne(parts),
    matchesNarrow(messagePageBytes),
    render,
  ],
  presenters: { message: messagePresenter, update_message: updatePresenter, delete_message: deletePresenter },
  slices: [stopWordsSlice],
});
