import type { Write } from "@parlance/kernel/http/context.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { EmptyMessage } from "#modules/messages/conversations/errors.ts";
import { customWelcomeMessage } from "../welcome-messages.ts";

/**
 * Sends the actor the custom welcome message that new users would receive with this text. Returns the message's id.
 * @throws EmptyMessage
 */
export async function sendTestMessage({ tx, actor, realm, now }: Write, text: string): Promise<number> {
  if (text.trim() === "") throw new EmptyMessage();
  const notice = { from: "welcome-bot", to: { userId: actor.id }, content: customWelcomeMessage(text) } as const;
  const [id] = await postNotices(tx, { realm, now }, [notice]);
  if (id === undefined) throw new Error("the welcome bot's message was not sent");
  return id;
}
