import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { searchableColumns } from "../indexing/index-entries.ts";
import { loadIndexBatch } from "../indexing/index-batch.ts";
import { writeIndexEntries } from "./write-index-entries.ts";

/** More are left to the indexer, as large ones are, so that moves of long topics do not wait for it. */
const MAX_MESSAGES_REINDEXED_NOW = 20;

/**
 * Lets search find messages by what they are now: for the transaction that changed their content, topic or place, after it
 * did, with their rows locked. Ids of messages that do not exist are ignored; of those that are deleted, the database
 * forgets the rest by itself.
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
  // One by itself is always a portion.
  if (messageIds.length === 1) return true;
  const changed = sql`select id from message where id = any(${idList(messageIds)})`;
  return (await loadIndexBatch(tx, changed, MAX_MESSAGES_REINDEXED_NOW + 1)).isLast;
}
