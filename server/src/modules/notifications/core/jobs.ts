import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

import type { Tx } from "@parlance/kernel/db/types.ts";

/** Deletes the notifications created before a time. */
async function pruneNotifications(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("notice").where("created_at", "<", before).execute();
}

/** Time for which notifications are stored, in milliseconds. */
const RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Job that deletes notifications older than the retention period. */
export const pruneOldNotifications: JobDeclaration = {
  name: "prune-notices",
  payload: z.object({}),
  schedule: "17 4 * * *",
  async run({ db, clock }) {
    await db.write((tx) => pruneNotifications(tx, new Date(clock.now().getTime() - RETENTION_MS)));
  },
};
