import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { searchableColumns } from "../entries.ts";
import { writeEntries } from "./write-entries.ts";

/** Messages that one transaction writes. */
const BATCH = 500;

/** What one transaction did. */
export interface Batch {
  /** How many rows it wrote. */
  readonly written: number;
  /** Whether nothing is left to do. */
  readonly isDone: boolean;
}

/** Writes rows for an organization's next messages. Null: another process is at it. */
export async function indexNextMessages(tx: Tx, realmId: number): Promise<Batch | null> {
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
  const messages = await tx
    .selectFrom("message")
    .select(searchableColumns)
    .where("realm_id", "=", realmId)
    .where("id", ">", progress.from)
    .where("id", "<=", last)
    .orderBy("id")
    .limit(BATCH)
    // None of them may be deleted before its row refers to it.
    .forKeyShare()
    .execute();
  await writeEntries(tx, messages, "keep");
  const isDone = messages.length < BATCH;
  const upTo = isDone ? last : (messages.at(-1)?.id ?? last);
  await sql`update search_progress set indexed_up_to = ${upTo} where realm_id = ${realmId}`.execute(tx);
  return { written: messages.length, isDone };
}

/** Puts what was written last where a search finds it without looking through a list. */
export async function tidyIndex(tx: Tx): Promise<void> {
  await sql`select gin_clean_pending_list('message_search_by_lexeme'::regclass)`.execute(tx);
}
