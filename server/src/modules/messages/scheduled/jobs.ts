import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

import type { Tx } from "@parlance/kernel/db/types.ts";

/** Deletes scheduled messages that were delivered and whose delivery time was before `before`. */
async function pruneDelivered(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom("scheduled_message")
    .where("deliver_at", "<", before)
    .where("message_id", "is not", null)
    .execute();
}

/**
 * Retention of delivered scheduled messages. During this time, an attempt to edit one fails because it was already
 * sent; later it fails because it does not exist.
 */
const DELIVERED_RETENTION_MS = 30 * 24 * 3600 * 1000;

export const pruneDeliveredJob: JobDeclaration = {
  name: "prune-delivered-messages",
  payload: z.object({}),
  schedule: "17 3 * * *",
  async run({ db, clock }) {
    await db.write((tx) => pruneDelivered(tx, new Date(clock.now().getTime() - DELIVERED_RETENTION_MS)));
  },
};
