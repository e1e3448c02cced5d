import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Client, Outcome } from "../connection/client.ts";

/** Sets the user's own status. An empty text without an emoji clears the status. */
export function setUserStatus(
  { change, me }: Pick<Client, "change" | "me">,
  text: string,
  emoji: EmojiReference | null,
): Promise<Outcome> {
  const { emoji_name, emoji_code, reaction_type } = emoji ?? {
    emoji_name: "",
    emoji_code: "",
    reaction_type: "unicode_emoji" as const,
  };
  const status = { status_text: text, emoji_name, emoji_code, reaction_type };
  return change({
    expects: [{ type: "user_status", user_id: me, ...status }],
    request: (call) => call("POST", "/users/me/status", emoji ? status : { status_text: text, emoji_name: "" }),
  });
}
