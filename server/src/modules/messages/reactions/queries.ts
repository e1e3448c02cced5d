import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

const emojiColumns = ["emoji_name", "emoji_code", "reaction_type"] as const;

/** Loads the reactions of one user to a message, oldest first. */
export async function loadUserReactions(db: Reader, messageId: number, userId: number): Promise<EmojiReference[]> {
  const rows = await db
    .selectFrom("reaction")
    .select(emojiColumns)
    .where("message_id", "=", messageId)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows as EmojiReference[];
}

/** Finds the oldest reaction to a message with this emoji, by any user. */
export async function findFirstReaction(
  db: Reader,
  messageId: number,
  { type, code }: { readonly type: string; readonly code: string },
): Promise<EmojiReference | undefined> {
  const row = await db
    .selectFrom("reaction")
    .select(emojiColumns)
    .where("message_id", "=", messageId)
    .where("reaction_type", "=", type)
    .where("emoji_code", "=", code)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row as EmojiReference | undefined;
}
