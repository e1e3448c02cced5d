import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

/**
 * Job that deletes expired login steps. A record of a used SAML assertion expires once the assertion is too old to be
 * accepted again.
 */
export const pruneLoginSteps: JobDeclaration = {
  name: "prune-login-steps",
  payload: z.object({}),
  schedule: "47 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => tx.deleteFrom("login_step").where("expires_at", "<=", clock.now()).execute());
  },
};
