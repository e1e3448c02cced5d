import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { deleteExpiredScopedKeys } from "./actions/revoke-scoped-keys.ts";

/** Time for which expired keys are still shown to their users, in milliseconds. */
const EXPIRED_KEY_RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Job that deletes keys that expired some time ago. */
export const pruneKeys: JobDeclaration = {
  name: "prune-scoped-keys",
  payload: z.object({}),
  schedule: "43 * * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - EXPIRED_KEY_RETENTION_MS);
    while (!signal.aborted && (await db.write((tx) => deleteExpiredScopedKeys(tx, before))));
  },
};
