import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Returns the URL path of a custom emoji's image, on the organization's server. */
export const customEmojiUrl = (realmId: number, fileName: string): string =>
  `/user_avatars/${realmId}/emoji/images/${fileName}`;

/** Loads the URL paths of the images of active custom emoji with these names. */
export async function loadCustomEmojiUrls(
  db: Reader,
  realmId: number,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("custom_emoji")
    .select(["name", "file_name"])
    .where("realm_id", "=", realmId)
    .where("name", "=", sql<string>`any(${names}::text[])`)
    .where("is_deactivated", "=", false)
    .execute();
  return new Map(rows.map(({ name, file_name }) => [name, customEmojiUrl(realmId, file_name)]));
}
