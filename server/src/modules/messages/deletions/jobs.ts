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
  /** Message id after which the next step starts. `null` if the conversation has no more expired messages. */
  readonly next: number | null;
}

/**
 * Deletes up to `MAX_DELETE_BATCH` of a conversation's oldest messages with ids above `after`, if their retention
 * period has expired. The retention period is loaded again for each batch, so that the deletion stops if retention
 * becomes unlimited in the meantime.
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

/** Locks the messages. Returns those that are still in the conversation once they are locked, ordered by id. */
async function lockExpired(tx: Tx, { recipient_id }: ConversationRef, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; topic: string }>`
    select id, topic from message
    where id = any(${ids}::bigint[]) and recipient_id = ${recipient_id}
    order by id for update`.execute(tx);
  return rows;
}

/** Maximum number of messages purged per transaction. */
const PURGE_BATCH_SIZE = 1000;

/**
 * Purges up to `PURGE_BATCH_SIZE` messages that were deleted before `before`, so that they cannot be restored any more.
 * The messages that were deleted first are purged first. Returns true if no such messages are left.
 */
async function purgeDeletedMessages(tx: Tx, before: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from deleted_message where id = any(array(
      select id from deleted_message where deleted_at < ${before} order by deleted_at limit ${PURGE_BATCH_SIZE}
    ))`.execute(tx);
  return numAffectedRows < PURGE_BATCH_SIZE;
}

/** Time during which operators can restore deleted messages. */
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

/**
 * Deletes messages whose retention period has expired. A channel's retention period overrides that of its organization.
 * Each batch is deleted in one transaction, so a crash cannot leave a batch half deleted.
 */
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
