import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

/** Job that deletes expired links to reset passwords. */
export const pruneResets: JobDeclaration = {
  name: "prune-password-resets",
  payload: z.object({}),
  schedule: "37 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => tx.deleteFrom("password_reset").where("expires_at", "<=", clock.now()).execute());
  },
};
