import type { Module } from "#kernel/http/module.ts";
import { fetchOne } from "./api/fetch-one.ts";
import { fetch } from "./api/fetch.ts";
import { matchesNarrow } from "./api/matches-narrow.ts";
import { render } from "./api/render.ts";
import { send } from "./api/send.ts";
import { deletePresenter, updatePresenter } from "./change-events.ts";
import { messagePresenter } from "./events.ts";
import { forgetIdempotencyKeys } from "./jobs.ts";
import { stopWordsSlice } from "./stop-words.ts";

export const messagesModule = ({ messagePageBytes }: { readonly messagePageBytes: number }): Module => ({
  name: "messages",
  endpoints: [send, fetch(messagePageBytes), fetchOne, matchesNarrow, render],
  presenters: { message: messagePresenter, update_message: updatePresenter, delete_message: deletePresenter },
  slices: [stopWordsSlice],
  jobs: [forgetIdempotencyKeys],
});
