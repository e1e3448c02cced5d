import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { searchableColumns } from "../indexing/index-entries.ts";
import { loadIndexBatch } from "../indexing/index-batch.ts";
import type { IndexBatchResult } from "./index-next-messages.ts";
import { writeIndexEntries } from "./write-index-entries.ts";

/** Maximum number of messages that one transaction reindexes. They cannot be changed until the transaction ends. */
const MAX_MESSAGES_PER_BATCH = 200;

/**
 * Reindexes the next changed messages of an organization that `reindexMessages` left for later (the rows of
 * `search_stale`). Null if another process is indexing messages of the organization.
 */
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
    // Locks the messages against changes while they are reindexed. A transaction that changes one of them later
    // reindexes it or adds it to `search_stale` again.
    .forShare()
    .execute();
  await writeIndexEntries(tx, messages, "replace");
  await tx.deleteFrom("search_stale").where("message_id", "=", renewed).execute();
  return { written: messages.length, isDone: isLast };
}
