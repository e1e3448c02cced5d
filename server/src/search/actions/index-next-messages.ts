import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { searchableColumns } from "../indexing/index-entries.ts";
import { loadIndexBatch } from "../indexing/index-batch.ts";
import { writeIndexEntries } from "./write-index-entries.ts";

/** Maximum number of messages that one transaction indexes. */
const MAX_MESSAGES_PER_BATCH = 500;

/** Result of a transaction that indexes messages. */
export interface IndexBatchResult {
  /** Number of messages processed. Entries that existed already were kept. */
  readonly written: number;
  /** True if nothing is left to index. */
  readonly isDone: boolean;
}

/**
 * Indexes the next messages of an organization: the oldest ones that are not indexed yet. Null if another process is
 * indexing messages of the organization.
 */
export async function indexNextMessages(tx: Tx, realmId: number): Promise<IndexBatchResult | null> {
  await sql`insert into search_progress values (${realmId}, 0) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ from: number }>`
    select indexed_up_to as "from" from search_progress where realm_id = ${realmId} for update skip locked`.execute(tx);
  const [progress] = rows;
  if (!progress) return null;
  // Every message up to this id is visible to this transaction, because ids are assigned in the order of commits.
  const { last_message_id: last } = await tx
    .selectFrom("realm_counter")
    .select("last_message_id")
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  const next = sql`select id from message where realm_id = ${realmId} and id > ${progress.from} and id <= ${last}`;
  const { ids, isLast } = await loadIndexBatch(tx, next, MAX_MESSAGES_PER_BATCH);
  const messages = await tx
    .selectFrom("message")
    .select(searchableColumns)
    .where("id", "=", sql<number>`any(${idList(ids)})`)
    .orderBy("id")
    // Prevents a message from being deleted before its index entry is written: the entry would remain.
    .forKeyShare()
    .execute();
  await writeIndexEntries(tx, messages, "keep");
  const upTo = isLast ? last : (ids.at(-1) ?? last);
  await sql`update search_progress set indexed_up_to = ${upTo} where realm_id = ${realmId}`.execute(tx);
  return { written: messages.length, isDone: isLast };
}

/**
 * Merges new index entries into the main part of the GIN index. PostgreSQL first collects them in a pending list, which
 * every search would otherwise have to scan.
 */
export async function flushPendingEntries(tx: Tx): Promise<void> {
  await sql`select gin_clean_pending_list('message_search_by_lexeme'::regclass)`.execute(tx);
}
