import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";

/** What somebody says is up. */
export interface Status {
  readonly text: string;
  readonly emoji: EmojiReference | null;
}

const parsed = new WeakMap<object, Status | null>();

/** What somebody says is up with them; null: nothing. */
export function statusOf(state: State, userId: number): Status | null {
  const status = state.user_status?.[userId];
  if (!status) return null;
  const known = parsed.get(status);
  if (known !== undefined) return known;
  const { status_text = "", emoji_name, emoji_code, reaction_type } = status;
  const emoji = emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : null;
  const said = status_text === "" && !emoji ? null : { text: status_text, emoji };
  parsed.set(status, said);
  return said;
}
