import type { Tx } from "#kernel/db/types.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { postIncomingMail } from "../posting.ts";

/** Takes a letter in: from now on it is posted, or refused, whatever happens to the server. */
export async function spoolMail(tx: Tx, letter: { recipient: string; raw: Uint8Array; now: Date }): Promise<void> {
  const { id } = await tx
    .insertInto("incoming_mail")
    .values({ recipient: letter.recipient, letter: Buffer.from(letter.raw), received_at: letter.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  requestJob(tx, postIncomingMail, { mail_id: id });
}
