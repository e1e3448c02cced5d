import type { MessageExtensionModule } from "#modules/messages/fetch/message-extensions.ts";
import { history } from "./api/history.ts";
import { update } from "./api/update.ts";
import { editsExtension } from "./history/edit-history-extension.ts";

interface MessageEditsOptions {
  /** The most bytes that a history comes to. */
  readonly messagePageBytes: number;
}

/** What messages say, and what they said before. */
export const messageEditsModule = ({ messagePageBytes }: MessageEditsOptions): MessageExtensionModule => ({
  name: "message-edits",
  floor: "message-actions",
  endpoints: [update, history(messagePageBytes)],
  messageExtensions: [editsExtension],
});
