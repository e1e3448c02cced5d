import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Returns the hash of a key. The database index contains hashes instead of keys. */
export const hashKey = (key: string): Buffer => hash("sha256", key, "buffer");

/** Loads the bot's entries with these keys, or all of its entries. Keys that do not exist are omitted. */
export async function loadEntries(db: Reader, botId: number, keys?: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("bot_storage")
    .select(["key", "value"])
    .where("user_id", "=", botId)
    .$if(keys !== undefined, (query) =>
      query.where("key_hash", "=", sql<Buffer>`any(${(keys ?? []).map(hashKey)}::bytea[])`),
    )
    .orderBy("key")
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Counts the characters that a bot stores. */
export async function countCharacters(db: Reader, botId: number): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    select coalesce(sum(length(key) + length(value)), 0)::int8 as characters
    from bot_storage where user_id = ${botId}`.execute(db);
  return rows[0]?.characters ?? 0;
}
