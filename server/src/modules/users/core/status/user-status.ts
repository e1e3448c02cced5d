import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";

/** A complete status. Fields that are not set are empty. */
export interface FullUserStatus extends EmojiReference {
  readonly status_text: string;
  /** Whether the user hides presence. */
  readonly away: boolean;
}

export const noEmoji: EmojiReference = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };

/** Serializes the fields of a status that are set. */
export const presentStatus = ({
  status_text,
  emoji_name,
  emoji_code,
  reaction_type,
  away,
}: FullUserStatus): UserStatus => ({
  ...(status_text !== "" && { status_text }),
  ...(emoji_name !== "" && { emoji_name, emoji_code, reaction_type }),
  ...(away && { away }),
});

/** Returns the fields of a status that change. If one of the three emoji fields changes, all three are returned. */
export function changedStatusFields(before: FullUserStatus, wanted: Partial<FullUserStatus>): Partial<FullUserStatus> {
  const { status_text = before.status_text, away = before.away } = wanted;
  const { emoji_name, emoji_code, reaction_type } = { ...before, ...wanted };
  const isOtherEmoji =
    emoji_name !== before.emoji_name || emoji_code !== before.emoji_code || reaction_type !== before.reaction_type;
  return {
    ...(status_text !== before.status_text && { status_text }),
    ...(isOtherEmoji && { emoji_name, emoji_code, reaction_type }),
    ...(away !== before.away && { away }),
  };
}
