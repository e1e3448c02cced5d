import type { Rendered } from "@parlance/markdown/index.ts";
import type { MessageDraft } from "./message-draft.ts";

/** The client name of messages that the server itself sends. */
export const INTERNAL_CLIENT = "Internal";

/** Creates a draft of a direct message from a system bot to one user. */
export const createBotMessageDraft = (
  botId: number,
  userId: number,
  { content, rendered }: { readonly content: string; readonly rendered: Rendered },
): MessageDraft => ({
  senderId: botId,
  to: { kind: "direct", userIds: [botId, userId] },
  topicLinks: [],
  content,
  rendered,
  client: INTERNAL_CLIENT,
  readBy: [botId],
});
