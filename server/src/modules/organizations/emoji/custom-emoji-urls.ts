import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Where the picture of an organization's own emoji is, on the organization's server. */
export const customEmojiUrl = (realmId: number, fileName: string): string =>
  `/user_avatars/${realmId}/emoji/images/${fileName}`;

/** The addresses of those among the names that are emoji of the organization's own, in use now. */
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
