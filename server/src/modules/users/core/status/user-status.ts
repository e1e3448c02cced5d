import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";

/** All of a status; what is not set is empty. */
export interface FullUserStatus extends EmojiReference {
  readonly status_text: string;
  /** The user keeps their presence to themselves. */
  readonly away: boolean;
}

export const noEmoji: EmojiReference = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };

/** Only what is set. */
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

/** What of a status would not be as it was; the three of the emoji go together. */
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
