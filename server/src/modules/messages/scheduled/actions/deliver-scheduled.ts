import { sql } from "kysely";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import { pipelined } from "@parlance/kernel/db/pipeline.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { GroupWrite } from "@parlance/kernel/http/context.ts";
import { AccountIsDeactivated, OrganizationIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { sendMessages } from "#modules/messages/send/actions/send-messages.ts";
import { sendOutgoingMessages } from "#modules/messages/send/actions/send-outgoing-messages.ts";
import { preloadSend, type SendPreload } from "#modules/messages/send/context/send-preload.ts";
import type { OutgoingMessage } from "#modules/messages/send/outgoing-message.ts";
import type { DeliveryAttempt, ReminderDraft } from "../delivery/delivery-attempt.ts";
import { reminderRemoved, remindersAdded, scheduledMessageChanged, scheduledMessageRemoved } from "../events.ts";

/**
 * Creates the notice to a user whose scheduled message could not be sent. Backticks in the reason are replaced, because
 * it may contain names chosen by other users.
 */
const createFailureNotice = (userId: number, deliverAt: Date, reason: string): Notice => ({
  to: { userId },
  content: [
    `The message you scheduled for <time:${deliverAt.toISOString()}> was not sent because of the following error:`,
    `> \`${reason.replaceAll("`", "'")}\``,
    "[View scheduled messages](#scheduled)",
  ].join("\n\n"),
});

interface DeliveryPreload {
  /**
   * Ids of the scheduled messages that this transaction delivers. They are unchanged since they were prepared, and are
   * locked against delivery by other processes.
   */
  readonly claimedIds: ReadonlySet<number>;
  readonly sendPreload: SendPreload;
}

/** A delivery attempt whose preparation succeeded. */
type ReadyAttempt<W> = DeliveryAttempt & { readonly what: W };

interface DeliveredAttempt {
  readonly attempt: DeliveryAttempt;
  readonly messageId: number;
}

interface FailedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly problem: AppError;
}

/**
 * Result of a delivery attempt. `isFinished` is true if the message was delivered or has failed, and false if it was
 * left to another attempt or process.
 */
export interface DeliveryOutcome {
  readonly isFinished: boolean;
}

const isMessage = (attempt: DeliveryAttempt): attempt is ReadyAttempt<OutgoingMessage> => "draft" in attempt.what;
const isReminder = (attempt: DeliveryAttempt): attempt is ReadyAttempt<ReminderDraft> => "reminder" in attempt.what;

/**
 * Delivers due messages of an organization. Each transaction sends messages and records that they were delivered. Each
 * message is therefore sent exactly once, even if servers are killed or several processes deliver messages.
 */
export const deliveryGroup = {
  /**
   * Queries that are sent together with the lock on the log position, to save a round trip. The database executes them
   * once it has acquired the lock.
   */
  prefetch: async (tx: Tx, attempts: readonly DeliveryAttempt[]): Promise<DeliveryPreload> => {
    const messages = attempts.filter(isMessage).map(({ what }) => what);
    const [claimed, sending] = await pipelined([claimAttempts(tx, attempts), preloadSend(tx, messages)]);
    return { claimedIds: claimed, sendPreload: sending };
  },

  commit: async (
    at: GroupWrite,
    attempts: readonly DeliveryAttempt[],
    prefetched: DeliveryPreload,
  ): Promise<readonly DeliveryOutcome[]> => {
    const ours = attempts.filter(({ due }) => prefetched.claimedIds.has(due.id));
    const messages = ours.filter(isMessage);
    const what = messages.map((attempt) => attempt.what);
    const outcomes = await sendOutgoingMessages(at, what, prefetched.sendPreload);
    const failed: FailedAttempt[] = ours.flatMap((attempt) =>
      attempt.what instanceof AppError ? [{ attempt, problem: attempt.what }] : [],
    );
    const delivered: DeliveredAttempt[] = await deliverReminders(at, ours.filter(isReminder));
    messages.forEach((attempt, index) => {
      const outcome = outcomes[index];
      if (outcome instanceof AppError) failed.push({ attempt, problem: outcome });
      else if (outcome) delivered.push({ attempt, messageId: outcome.id });
    });
    await recordDelivered(at.tx, delivered);
    await recordFailed(at, failed);
    return attempts.map(({ due }) => ({ isFinished: prefetched.claimedIds.has(due.id) }));
  },
};

/**
 * Locks the scheduled messages that are still undelivered and unchanged, and returns their ids. Messages that another
 * transaction is changing are skipped; the next attempt delivers them.
 */
async function claimAttempts(tx: Tx, attempts: readonly DeliveryAttempt[]): Promise<ReadonlySet<number>> {
  const { rows } = await sendNow(
    tx,
    sql<{ id: number }>`
    select scheduled_message.id from scheduled_message
    join unnest(
      ${attempts.map(({ due }) => due.id)}::int[], ${attempts.map(({ due }) => due.revision)}::int[]
    ) as wanted(id, revision) using (id, revision)
    where message_id is null and not is_failed
    for update of scheduled_message skip locked`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function deliverReminders({ tx, now }: GroupWrite, attempts: readonly ReadyAttempt<ReminderDraft>[]) {
  const [first] = attempts;
  if (!first) return [];
  const drafts = attempts.map(({ what }) => what.reminder);
  const sent = await sendMessages(tx, { realm: first.realm, now }, drafts);
  return attempts.flatMap((attempt, index): DeliveredAttempt[] => {
    const messageId = sent[index]?.id;
    return messageId === undefined ? [] : [{ attempt, messageId }];
  });
}

async function recordDelivered(tx: Tx, delivered: readonly DeliveredAttempt[]): Promise<void> {
  if (delivered.length === 0) return;
  await sql`
    update scheduled_message set message_id = sent.message_id, content = '', rendered_content = '', note = ''
    from unnest(
      ${delivered.map(({ attempt }) => attempt.due.id)}::int[], ${delivered.map(({ messageId }) => messageId)}::bigint[]
    ) as sent(id, message_id)
    where scheduled_message.id = sent.id`.execute(tx);
  for (const { due } of delivered.map(({ attempt }) => attempt)) {
    const gone = due.target_id === null ? scheduledMessageRemoved(due.id) : reminderRemoved(due.id);
    emit(tx, toUsers(due.realm_id, [due.sender_id]), gone);
  }
}

/**
 * Marks scheduled messages and reminders as failed, so that they are not attempted again. Only for a scheduled message
 * can the user set a new time. Sends the senders of scheduled messages notices with the reason.
 */
async function recordFailed({ tx, now }: GroupWrite, failed: readonly FailedAttempt[]): Promise<void> {
  const [first] = failed;
  if (!first) return;
  const ids = failed.map(({ attempt }) => attempt.due.id);
  await sql`update scheduled_message set is_failed = true where id = any(${ids}::int[])`.execute(tx);
  for (const { attempt } of failed) publishFailure(tx, attempt);
  const notices = failed
    .filter(({ attempt, problem }) => attempt.due.target_id === null && !isDeactivationError(problem))
    .map(({ attempt: { due }, problem }) => createFailureNotice(due.sender_id, due.deliver_at, problem.message));
  await postNotices(tx, { realm: first.attempt.realm, now }, notices);
}

function publishFailure(tx: Tx, { due }: DeliveryAttempt): void {
  const audience = toUsers(due.realm_id, [due.sender_id]);
  const row = { ...due, is_failed: true };
  if (due.target_id === null) emit(tx, audience, scheduledMessageChanged(row));
  else {
    // There is no event type for changed reminders, so the reminder is announced as removed and added again.
    emit(tx, audience, reminderRemoved(due.id));
    emit(tx, audience, remindersAdded([{ ...row, target_id: due.target_id }]));
  }
}

/**
 * True if the error is that the sender or the organization is deactivated. There is then no user who could be notified.
 */
const isDeactivationError = (problem: AppError): boolean =>
  problem instanceof AccountIsDeactivated || problem instanceof OrganizationIsDeactivated;
