import type { ModuleOnMessages } from "#modules/6-messages/messages/message-parts.ts";
import { history } from "./api/history.ts";
import { update } from "./api/update.ts";
import { editsPart } from "./message-part.ts";

/** What messages say, and what they said before. */
export const messageEditsModule: ModuleOnMessages = {
  name: "message-edits",
  endpoints: [update, history],
  messageParts: [editsPart],
};
