import type { RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { customEmojiUrl } from "#modules/organizations/emoji/custom-emoji-urls.ts";
import type { CustomEmojiRow } from "./emoji-snapshot.ts";
import { stillImageName } from "./emoji-files.ts";

/** Lists all custom emoji of the organization, including deactivated ones, which old messages still contain. */
export async function listCustomEmoji(db: Reader, realmId: number): Promise<RealmEmojiMap> {
  const rows = await db
    .selectFrom("custom_emoji")
    .select(["id", "name", "author_id", "file_name", "is_deactivated"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  return presentCustomEmoji(realmId, rows);
}

/** Converts custom emoji to the form that clients receive. */
export const presentCustomEmoji = (realmId: number, rows: readonly CustomEmojiRow[]): RealmEmojiMap =>
  Object.fromEntries(
    rows.map(({ id, name, author_id, file_name, is_deactivated: deactivated }) => {
      const still = stillImageName(file_name);
      const still_url = still === null ? null : customEmojiUrl(realmId, still);
      const source_url = customEmojiUrl(realmId, file_name);
      return [id, { id: String(id), name, source_url, still_url, deactivated, author_id }];
    }),
  );
