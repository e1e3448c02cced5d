import { sql, type RawBuilder } from "kysely";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Reaction } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";

/** A reaction with the message it belongs to. */
export interface PlacedReaction extends Reaction {
  readonly message_id: number;
}

/** The reactions to some messages, as one JSON array in the order in which people reacted; null: none. */
export const reactionsTo = (messageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select json_agg(json_build_object(
    'message_id', message_id, 'emoji_name', emoji_name, 'emoji_code', emoji_code, 'reaction_type', reaction_type,
    'user_id', user_id
  ) order by id)
  from reaction where message_id = any(array(${messageIds}))`;

const emojiColumns = ["emoji_name", "emoji_code", "reaction_type"] as const;

/** What one user reacted to a message with, oldest first. */
export async function ownReactions(db: Reader, messageId: number, userId: number): Promise<EmojiReference[]> {
  const rows = await db
    .selectFrom("reaction")
    .select(emojiColumns)
    .where("message_id", "=", messageId)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows as EmojiReference[];
}

/** The first reaction of anybody to a message with this emoji. */
export async function firstReaction(
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
