import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";

/** A user's status. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: EmojiReference | null;
}

const parsedStatuses = new WeakMap<object, UserStatus | null>();

/** Returns a user's status, or null if the user has not set one. */
export function userStatus(state: State, userId: number): UserStatus | null {
  const status = state.user_status?.[userId];
  if (!status) return null;
  const known = parsedStatuses.get(status);
  if (known !== undefined) return known;
  const { status_text = "", emoji_name, emoji_code, reaction_type } = status;
  const emoji = emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : null;
  const parsed = status_text === "" && !emoji ? null : { text: status_text, emoji };
  parsedStatuses.set(status, parsed);
  return parsed;
}
