import type { Module } from "#kernel/http/module.ts";
import { send } from "./api/send.ts";
import { messagePresenter } from "./events.ts";
import { forgetIdempotencyKeys } from "./jobs.ts";

export const messagesModule: Module = {
  name: "messages",
  endpoints: [send],
  presenters: { message: messagePresenter },
  jobs: [forgetIdempotencyKeys],
};
