import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { endExpiredSessions } from "./actions/end-sessions.ts";

/** Job that deletes expired browser sessions. */
export const pruneSessions: JobDeclaration = {
  name: "prune-sessions",
  payload: z.object({}),
  schedule: "29 * * * *",
  async run({ db, clock, signal }) {
    while (!signal.aborted && (await db.write((tx) => endExpiredSessions(tx, clock.now()))));
  },
};
