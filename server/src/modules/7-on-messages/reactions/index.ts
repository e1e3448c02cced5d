import type { Module } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { reactionPresenter } from "./events.ts";

/** What people say to messages with an emoji. */
export const reactionsModule: Module = {
  name: "reactions",
  endpoints: [add, remove],
  presenters: { reaction: reactionPresenter },
};
