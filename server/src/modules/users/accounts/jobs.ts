import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

/** Time for which an expired confirmation link is still stored, in milliseconds. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Job that deletes old requests to change an email address. */
export const pruneEmailChanges: JobDeclaration = {
  name: "prune-email-changes",
  payload: z.object({}),
  schedule: "41 4 * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - RETENTION_MS);
    await db.write((tx) => tx.deleteFrom("email_change").where("expires_at", "<", before).execute());
  },
};
