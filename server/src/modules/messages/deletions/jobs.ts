import { z } from "zod";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { type ConversationRef, MAX_DELETE_BATCH, deleteFromConversation } from "./actions/delete-messages.ts";
import { findConversationsWithExpired, listRealmsWithRetention, loadExpiryTime } from "./retention.ts";
import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

interface DeletionContext {
  readonly realmId: number;
  readonly now: Date;
}

interface DeletionStep {
  readonly deleted: number;
  /** After which message the next step begins; null: there is nothing more to delete. */
  readonly next: number | null;
}

/**
 * Deletes the oldest messages of a place after `after` that have been there for as long as messages stay, so many at once.
 * How long that is, is asked anew each time: who decides that everything stays need not wait for the end.
 */
async function deleteExpired(
  tx: Tx,
  moment: DeletionContext,
  place: ConversationRef,
  after: number,
): Promise<DeletionStep> {
  const { realmId, now } = moment;
  const before = await loadExpiryTime(tx, realmId, place, now);
  if (before === null) return { deleted: 0, next: null };
  const oldest = await loadOldestAfter(tx, place, after);
  const expired = oldest.filter(({ sent_at }) => sent_at < before).map(({ id }) => id);
  const messages = await lockExpired(tx, place, expired);
  if (messages.length > 0) {
    const topics = [...Map.groupBy(messages, ({ topic }) => topic)];
    await deleteFromConversation(
      { tx, realmId, actor: null, now },
      place,
      topics.map(([topic, own]) => ({ topic, ids: own.map(({ id }) => id) })),
    );
  }
  const isLast = oldest.length < MAX_DELETE_BATCH || expired.length === 0;
  return { deleted: messages.length, next: isLast ? null : (oldest.at(-1)?.id ?? null) };
}

const loadOldestAfter = (tx: Tx, place: ConversationRef, after: number) =>
  tx
    .selectFrom("message")
    .select(["id", "sent_at"])
    .where("recipient_id", "=", place.recipient_id)
    .where("id", ">", after)
    .orderBy("id")
    .limit(MAX_DELETE_BATCH)
    .execute();

/** Those that are still there once their rows are locked, ascending. */
async function lockExpired(tx: Tx, { recipient_id }: ConversationRef, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; topic: string }>`
    select id, topic from message
    where id = any(${ids}::bigint[]) and recipient_id = ${recipient_id}
    order by id for update`.execute(tx);
  return rows;
}

/** So many are forgotten at once. */
const PURGE_BATCH_SIZE = 1000;

/** Forgets for good what was deleted before `before`, the oldest first, so many at once. Returns whether there are no more. */
async function purgeDeletedMessages(tx: Tx, before: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from deleted_message where id = any(array(
      select id from deleted_message where deleted_at < ${before} order by deleted_at limit ${PURGE_BATCH_SIZE}
    ))`.execute(tx);
  return numAffectedRows < PURGE_BATCH_SIZE;
}

/** How long the server's operators can get deleted messages back. */
const DELETED_RETENTION_MS = 30 * 24 * 3600 * 1000;

export const purgeDeletedMessagesJob: JobDeclaration = {
  name: "purge-deleted-messages",
  payload: z.object({}),
  schedule: "41 3 * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - DELETED_RETENTION_MS);
    while (!signal.aborted && !(await db.write((tx) => purgeDeletedMessages(tx, before))));
  },
};

/** Deletes what has stayed for as long as its channel or its organization wants, in parts: each is whole, whatever happens. */
export const deleteExpiredMessagesJob: JobDeclaration = {
  name: "delete-old-messages",
  payload: z.object({}),
  schedule: "17 * * * *",
  async run(ctx) {
    for (const realmId of await listRealmsWithRetention(ctx.db.reader)) await deleteExpiredInRealm(ctx, realmId);
  },
};

async function deleteExpiredInRealm(ctx: JobContext, realmId: number): Promise<void> {
  const { db, clock, signal, log } = ctx;
  let deleted = 0;
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const { conversations, next }: Awaited<ReturnType<typeof findConversationsWithExpired>> =
      await findConversationsWithExpired(db.reader, realmId, after, clock.now());
    for (const place of conversations) deleted += await deleteExpiredInConversation(ctx, realmId, place);
    after = next;
  }
  if (deleted > 0) log.info({ realm: realmId, messages: deleted }, "old messages were deleted");
}

async function deleteExpiredInConversation(
  { db, clock, signal }: JobContext,
  realmId: number,
  place: ConversationRef,
): Promise<number> {
  let deleted = 0;
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const from: number = after;
    const step = await db.write((tx) => deleteExpired(tx, { realmId, now: clock.now() }, place, from));
    deleted += step.deleted;
    after = step.next;
  }
  return deleted;
}
