import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { searchableColumns } from "../indexing/index-entries.ts";
import { loadIndexBatch } from "../indexing/index-batch.ts";
import { writeIndexEntries } from "./write-index-entries.ts";

/** Messages that one transaction writes at most. */
const MAX_MESSAGES_PER_BATCH = 500;

/** What one transaction did. */
export interface IndexBatchResult {
  /** How many rows it wrote. */
  readonly written: number;
  /** Whether nothing is left to do. */
  readonly isDone: boolean;
}

/** Writes rows for an organization's next messages. Null: another process is at it. */
export async function indexNextMessages(tx: Tx, realmId: number): Promise<IndexBatchResult | null> {
  await sql`insert into search_progress values (${realmId}, 0) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ from: number }>`
    select indexed_up_to as "from" from search_progress where realm_id = ${realmId} for update skip locked`.execute(tx);
  const [progress] = rows;
  if (!progress) return null;
  // Every message up to this one is there to be read: their ids are taken in the order of commits.
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
    // None of them may be deleted before its row refers to it.
    .forKeyShare()
    .execute();
  await writeIndexEntries(tx, messages, "keep");
  const upTo = isLast ? last : (ids.at(-1) ?? last);
  await sql`update search_progress set indexed_up_to = ${upTo} where realm_id = ${realmId}`.execute(tx);
  return { written: messages.length, isDone: isLast };
}

/** Puts what was written last where a search finds it without looking through a list. */
export async function flushPendingEntries(tx: Tx): Promise<void> {
  await sql`select gin_clean_pending_list('message_search_by_lexeme'::regclass)`.execute(tx);
}
