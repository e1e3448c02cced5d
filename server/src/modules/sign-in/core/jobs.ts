import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

/** Deletes steps of logins that nobody took, and assertions that are too old to come again. */
export const pruneLoginSteps: JobDeclaration = {
  name: "prune-login-steps",
  payload: z.object({}),
  schedule: "47 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => tx.deleteFrom("login_step").where("expires_at", "<=", clock.now()).execute());
  },
};
