import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { deliverLetter } from "../delivery-job.ts";

/** Which letter, tried by the holder of which ticket. */
export interface Try {
  readonly mailId: number;
  readonly ticket: number;
}

const tried = (tx: Tx, { mailId, ticket }: Try) =>
  tx.updateTable("mail").where("id", "=", mailId).where("ticket", "=", ticket).where("state", "=", "waiting");

/** The letter is on its way. Its bodies and headers are dropped: they may hold keys. */
export async function markSent(tx: Tx, { now, ...one }: Try & { now: Date }): Promise<void> {
  await tried(tx, one)
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

/** Nobody takes the letter; it is kept for the operator, who may have it tried again. */
export async function giveUp(tx: Tx, { reason, ...one }: Try & { reason: string }): Promise<void> {
  await tried(tx, one).set({ state: "failed", sending_since: null, last_error: reason }).execute();
}

/** Tries again after a pause. */
export async function postpone(
  tx: Tx,
  { reason, afterSeconds, ...one }: Try & { reason: string; afterSeconds: number },
): Promise<void> {
  const row = await tried(tx, one)
    .set({ ticket: sql`ticket + 1`, sending_since: null, last_error: reason })
    .returning("ticket")
    .executeTakeFirst();
  if (row) requestJob(tx, deliverLetter, { mail_id: one.mailId, ticket: row.ticket }, { afterSeconds });
}
