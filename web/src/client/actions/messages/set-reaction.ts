import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Client, Outcome } from "../../connection/client.ts";

/** Adds or removes the user's own reaction to a message. */
export function setReaction(
  { change, me }: Pick<Client, "change" | "me">,
  messageId: number,
  { emoji_name, emoji_code, reaction_type }: EmojiReference,
  isOn: boolean,
): Promise<Outcome> {
  const emoji = { emoji_name, emoji_code, reaction_type };
  const user = { user_id: me, email: "", full_name: "", is_mirror_dummy: false };
  return change({
    expects: [{ type: "reaction", op: isOn ? "add" : "remove", ...emoji, user_id: me, message_id: messageId, user }],
    request: (call) =>
      isOn
        ? call("POST", `/messages/${messageId}/reactions`, emoji)
        : call("DELETE", `/messages/${messageId}/reactions`, emoji),
  });
}
