import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Job that posts a received email. */
export const postIncomingEmailJob = {
  name: "post-incoming-mail",
  payload: z.object({ mail_id: z.int() }),
} satisfies JobKind;

/** Accepts a received email: stores it, with the job that will post or reject it, so that it survives a crash. */
export async function enqueueIncomingEmail(
  tx: Tx,
  email: { recipient: string; raw: Uint8Array; now: Date },
): Promise<void> {
  const { id } = await tx
    .insertInto("incoming_mail")
    .values({ recipient: email.recipient, letter: Buffer.from(email.raw), received_at: email.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  enqueueJob(tx, postIncomingEmailJob, { mail_id: id });
}
