import type { SavedSnippet } from "@parlance/contract/nouns/saved-snippets.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** Converts a snippet's row to the form that its owner receives. */
export const presentSnippet = ({ id, title, content, created_at }: Row<"saved_snippet">): SavedSnippet => ({
  id,
  title,
  content,
  date_created: Math.floor(created_at.getTime() / 1000),
});

/** Loads a user's snippets, oldest first. */
export async function loadSnippets(db: Reader, userId: number): Promise<SavedSnippet[]> {
  const rows = await db.selectFrom("saved_snippet").selectAll().where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(presentSnippet);
}
