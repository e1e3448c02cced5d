import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** Converts a draft's row to the form that its author receives. */
export const presentDraft = ({ id, type, recipients: to, topic, content, edited_at }: Row<"draft">): Draft => ({
  id,
  type: type as Draft["type"],
  to,
  topic,
  content,
  timestamp: edited_at,
});

/** Loads a user's drafts, ordered by the time of the last edit, latest first. */
export async function loadDrafts(db: Reader, userId: number): Promise<Draft[]> {
  const rows = await db
    .selectFrom("draft")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("edited_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(presentDraft);
}
