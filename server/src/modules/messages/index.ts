import type { Module } from "#kernel/http/module.ts";
import { fetchOne } from "./api/fetch-one.ts";
import { fetch } from "./api/fetch.ts";
import { send } from "./api/send.ts";
import { deletePresenter, updatePresenter } from "./change-events.ts";
import { messagePresenter } from "./events.ts";
import { forgetIdempotencyKeys } from "./jobs.ts";

export const messagesModule: Module = {
  name: "messages",
  endpoints: [send, fetch, fetchOne],
  presenters: { message: messagePresenter, update_message: updatePresenter, delete_message: deletePresenter },
  jobs: [forgetIdempotencyKeys],
};
