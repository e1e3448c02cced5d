import type { Rendered } from "@parlance/markdown/index.ts";
import type { MessageDraft } from "./message-draft.ts";

/** The program that the server itself writes with. */
export const INTERNAL_CLIENT = "Internal";

/** What one of the server's own bots writes to one person. */
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
