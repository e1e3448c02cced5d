import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { searchableColumns } from "../indexing/index-entries.ts";
import { loadIndexBatch } from "../indexing/index-batch.ts";
import type { IndexBatchResult } from "./index-next-messages.ts";
import { writeIndexEntries } from "./write-index-entries.ts";

/** Maximum number of messages that one transaction reindexes: they cannot be changed until it ends. */
const MAX_MESSAGES_PER_BATCH = 200;

/** Reindexes messages that were changed in large numbers. Null if another process is doing it. */
export async function reindexStaleMessages(tx: Tx, realmId: number): Promise<IndexBatchResult | null> {
  const { rows } = await sql`
    select from search_progress where realm_id = ${realmId} for update skip locked`.execute(tx);
  if (rows.length === 0) return null;
  const stale = sql`select message_id as id from search_stale where realm_id = ${realmId}`;
  const { ids, isLast } = await loadIndexBatch(tx, stale, MAX_MESSAGES_PER_BATCH);
  if (ids.length === 0) return { written: 0, isDone: true };
  const renewed = sql<number>`any(${idList(ids)})`;
  const messages = await tx
    .selectFrom("message")
    .select(searchableColumns)
    .where("id", "=", renewed)
    .orderBy("id")
    // Reads their content while no transaction can change them. A later change marks them as stale again.
    .forShare()
    .execute();
  await writeIndexEntries(tx, messages, "replace");
  await tx.deleteFrom("search_stale").where("message_id", "=", renewed).execute();
  return { written: messages.length, isDone: isLast };
}
