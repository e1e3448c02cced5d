import type { MessageExtensionModule } from "#modules/messages/fetch/message-extensions.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { reactionPresenter } from "./events.ts";
import { reactionsExtension } from "./reactions-extension.ts";

/** Emoji reactions to messages. */
export const reactionsModule: MessageExtensionModule = {
  name: "reactions",
  floor: "message-actions",
  tables: ["reaction"],
  endpoints: [add, remove],
  presenters: { reaction: reactionPresenter },
  messageExtensions: [reactionsExtension],
};
