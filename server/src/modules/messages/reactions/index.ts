import type { ModuleOnMessages } from "#modules/messages/fetch/message-extensions.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { reactionPresenter } from "./events.ts";
import { reactionsPart } from "./reactions-extension.ts";

/** What people say to messages with an emoji. */
export const reactionsModule: ModuleOnMessages = {
  name: "reactions",
  endpoints: [add, remove],
  presenters: { reaction: reactionPresenter },
  messageParts: [reactionsPart],
};
