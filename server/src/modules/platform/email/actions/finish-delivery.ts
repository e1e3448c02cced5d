import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deliverEmailJob } from "../delivery-job.ts";

/** An attempt to deliver an email: the id of the email, and the ticket of the job that delivers it. */
export interface DeliveryAttempt {
  readonly mailId: number;
  readonly ticket: number;
}

const updateAttempt = (tx: Tx, { mailId, ticket }: DeliveryAttempt) =>
  tx.updateTable("mail").where("id", "=", mailId).where("ticket", "=", ticket).where("state", "=", "waiting");

/** Marks an email as sent. Its bodies and headers are deleted, because they may contain keys. */
export async function markSent(tx: Tx, { now, ...one }: DeliveryAttempt & { now: Date }): Promise<void> {
  await updateAttempt(tx, one)
    .set({
      state: "sent",
      sent_at: now,
      sending_since: null,
      body_text: null,
      body_html: null,
      headers: "{}",
      last_error: null,
    })
    .execute();
}

/**
 * Marks an email as failed, which ends the attempts to send it. It remains stored, so that the operator can retry it.
 */
export async function markFailed(tx: Tx, { reason, ...one }: DeliveryAttempt & { reason: string }): Promise<void> {
  await updateAttempt(tx, one).set({ state: "failed", sending_since: null, last_error: reason }).execute();
}

/** Schedules another attempt to send an email after a delay. */
export async function scheduleRetry(
  tx: Tx,
  { reason, afterSeconds, ...one }: DeliveryAttempt & { reason: string; afterSeconds: number },
): Promise<void> {
  const row = await updateAttempt(tx, one)
    .set({ ticket: sql`ticket + 1`, sending_since: null, last_error: reason })
    .returning("ticket")
    .executeTakeFirst();
  if (row) enqueueJob(tx, deliverEmailJob, { mail_id: one.mailId, ticket: row.ticket }, { afterSeconds });
}
