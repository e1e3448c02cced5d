import { sql } from "kysely";
import { AppError } from "#kernel/errors.ts";
import { sendNow } from "#kernel/db/transaction.ts";
import { together } from "#kernel/db/pipeline.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toUsers } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { GroupWrite } from "#kernel/http/context.ts";
import { AccountIsDeactivated, OrganizationIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { sendMessages } from "#modules/messages/send/actions/send-messages.ts";
import { sendOutgoing } from "#modules/messages/send/actions/send-outgoing-messages.ts";
import { askAhead, type AskedAhead } from "#modules/messages/send/context/send-preload.ts";
import type { Outgoing } from "#modules/messages/send/outgoing-message.ts";
import type { Attempt, ReminderDraft } from "../delivery/delivery-attempt.ts";
import { reminderGone, remindersSet, scheduledMessageChanged, scheduledMessageGone } from "../events.ts";
import { failureNotice } from "../failure-notice.ts";

interface Asked {
  /** Those that are this transaction's: they wait as they did when they were prepared, and nobody else is at them. */
  readonly claimed: ReadonlySet<number>;
  readonly sending: AskedAhead;
}

/** An attempt that is to be made, not one that has failed before. */
type Ready<W> = Attempt & { readonly what: W };

interface Delivered {
  readonly attempt: Attempt;
  readonly messageId: number;
}

interface Failed {
  readonly attempt: Attempt;
  readonly problem: AppError;
}

/** What became of an attempt: it was delivered or refused, or it is left to somebody else. */
export interface Concluded {
  readonly isConcluded: boolean;
}

const isMessage = (attempt: Attempt): attempt is Ready<Outgoing> => "draft" in attempt.what;
const isReminder = (attempt: Attempt): attempt is Ready<ReminderDraft> => "reminder" in attempt.what;

/**
 * Delivers what is due in one organization, in transactions that also note that it was delivered: neither happens without the
 * other, so each message is sent once, whatever is killed in between, and however many processes are at it.
 */
export const delivery = {
  /** Asked in one journey with the lock on the position, and answered under it. */
  ahead: async (tx: Tx, attempts: readonly Attempt[]): Promise<Asked> => {
    const messages = attempts.filter(isMessage).map(({ what }) => what);
    const [claimed, sending] = await together([claim(tx, attempts), askAhead(tx, messages)]);
    return { claimed, sending };
  },

  commit: async (at: GroupWrite, attempts: readonly Attempt[], asked: Asked): Promise<readonly Concluded[]> => {
    const ours = attempts.filter(({ due }) => asked.claimed.has(due.id));
    const messages = ours.filter(isMessage);
    const what = messages.map((attempt) => attempt.what);
    const outcomes = await sendOutgoing(at, what, asked.sending);
    const failed: Failed[] = ours.flatMap((attempt) =>
      attempt.what instanceof AppError ? [{ attempt, problem: attempt.what }] : [],
    );
    const delivered: Delivered[] = await deliverReminders(at, ours.filter(isReminder));
    messages.forEach((attempt, index) => {
      const outcome = outcomes[index];
      if (outcome instanceof AppError) failed.push({ attempt, problem: outcome });
      else if (outcome) delivered.push({ attempt, messageId: outcome.id });
    });
    await noteDelivered(at.tx, delivered);
    await noteFailed(at, failed);
    return attempts.map(({ due }) => ({ isConcluded: asked.claimed.has(due.id) }));
  },
};

/** Locks those that still wait as they did. Whoever changes one at this moment keeps it: it comes next time. */
async function claim(tx: Tx, attempts: readonly Attempt[]): Promise<ReadonlySet<number>> {
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

async function deliverReminders({ tx, now }: GroupWrite, attempts: readonly Ready<ReminderDraft>[]) {
  const [first] = attempts;
  if (!first) return [];
  const drafts = attempts.map(({ what }) => what.reminder);
  const sent = await sendMessages(tx, { realm: first.realm, now }, drafts);
  return attempts.flatMap((attempt, index): Delivered[] => {
    const messageId = sent[index]?.id;
    return messageId === undefined ? [] : [{ attempt, messageId }];
  });
}

async function noteDelivered(tx: Tx, delivered: readonly Delivered[]): Promise<void> {
  if (delivered.length === 0) return;
  await sql`
    update scheduled_message set message_id = sent.message_id, content = '', rendered_content = '', note = ''
    from unnest(
      ${delivered.map(({ attempt }) => attempt.due.id)}::int[], ${delivered.map(({ messageId }) => messageId)}::bigint[]
    ) as sent(id, message_id)
    where scheduled_message.id = sent.id`.execute(tx);
  for (const { due } of delivered.map(({ attempt }) => attempt)) {
    const gone = due.target_id === null ? scheduledMessageGone(due.id) : reminderGone(due.id);
    emit(tx, toUsers(due.realm_id, [due.sender_id]), gone);
  }
}

/** Lets them wait for another time, and tells their senders why. */
async function noteFailed({ tx, now }: GroupWrite, failed: readonly Failed[]): Promise<void> {
  const [first] = failed;
  if (!first) return;
  const ids = failed.map(({ attempt }) => attempt.due.id);
  await sql`update scheduled_message set is_failed = true where id = any(${ids}::int[])`.execute(tx);
  for (const { attempt } of failed) announceFailure(tx, attempt);
  const notices = failed
    .filter(({ attempt, problem }) => attempt.due.target_id === null && !isOfDeparture(problem))
    .map(({ attempt: { due }, problem }) => failureNotice(due.sender_id, due.deliver_at, problem.message));
  await postNotices(tx, { realm: first.attempt.realm, now }, notices);
}

function announceFailure(tx: Tx, { due }: Attempt): void {
  const audience = toUsers(due.realm_id, [due.sender_id]);
  const row = { ...due, is_failed: true };
  if (due.target_id === null) emit(tx, audience, scheduledMessageChanged(row));
  else {
    // Reminders do not change: clients know only of those that come and go.
    emit(tx, audience, reminderGone(due.id));
    emit(tx, audience, remindersSet([{ ...row, target_id: due.target_id }]));
  }
}

/** Whether nobody is there to be told. */
const isOfDeparture = (problem: AppError): boolean =>
  problem instanceof AccountIsDeactivated || problem instanceof OrganizationIsDeactivated;
