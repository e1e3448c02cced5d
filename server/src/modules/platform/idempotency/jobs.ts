import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

import type { Tx } from "@parlance/kernel/db/types.ts";

/** Deletes responses older than `before`. */
async function deleteExpiredResponses(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("idempotency_key").where("created_at", "<", before).execute();
}

/** Minimum time for which a key returns its first response, in milliseconds. Older keys are deleted hourly. */
const RETENTION_MS = 48 * 3600 * 1000;

export const pruneIdempotencyKeys: JobDeclaration = {
  name: "forget-idempotency-keys",
  payload: z.object({}),
  schedule: "17 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => deleteExpiredResponses(tx, new Date(clock.now().getTime() - RETENTION_MS)));
  },
};
