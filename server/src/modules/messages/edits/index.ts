import type { MessageExtensionModule } from "#modules/messages/fetch/message-extensions.ts";
import { history } from "./api/history.ts";
import { update } from "./api/update.ts";
import { editsExtension } from "./history/edit-history-extension.ts";

interface MessageEditsOptions {
  /** Maximum size of the history in a response, in bytes. */
  readonly messagePageBytes: number;
}

/** Editing of messages, and their edit history. */
export const messageEditsModule = ({ messagePageBytes }: MessageEditsOptions): MessageExtensionModule => ({
  name: "message-edits",
  floor: "message-actions",
  endpoints: [update, history(messagePageBytes)],
  messageExtensions: [editsExtension],
});
