import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { searchableColumns } from "../indexing/index-entries.ts";
import { loadIndexBatch } from "../indexing/index-batch.ts";
import { writeIndexEntries } from "./write-index-entries.ts";

/**
 * Maximum number of changed messages that a transaction reindexes itself. If there are more, or their texts are large,
 * the indexer reindexes them later. So a user who moves a long topic does not wait for the indexing.
 */
const MAX_MESSAGES_REINDEXED_NOW = 20;

/**
 * Updates the search index for messages whose content, topic or conversation a transaction has changed. To be called in
 * this transaction, after the change, with the messages locked. Ids of messages that do not exist are ignored. For
 * deleted messages no call is needed: the database deletes their index entries.
 */
export async function reindexMessages(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  if (!(await fitsInOneBatch(tx, messageIds))) {
    await sql`
      insert into search_stale (message_id, realm_id)
      select id, realm_id from message where id = any(${idList(messageIds)}) order by id
      on conflict do nothing`.execute(tx);
    return;
  }
  const messages = await tx
    .selectFrom("message")
    .select(searchableColumns)
    .where("id", "in", messageIds)
    .orderBy("id")
    .execute();
  await writeIndexEntries(tx, messages, "replace");
}

async function fitsInOneBatch(tx: Tx, messageIds: readonly number[]): Promise<boolean> {
  if (messageIds.length > MAX_MESSAGES_REINDEXED_NOW) return false;
  // A single message is always reindexed now, however large it is.
  if (messageIds.length === 1) return true;
  const changed = sql`select id from message where id = any(${idList(messageIds)})`;
  return (await loadIndexBatch(tx, changed, MAX_MESSAGES_REINDEXED_NOW + 1)).isLast;
}
