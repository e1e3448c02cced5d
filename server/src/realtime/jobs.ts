import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { pruneLog } from "./prune-log.ts";

/** Deletes the part of the log that no queue needs any more. */
export const pruneEvents = (logMaxAgeSeconds: number): JobDeclaration => ({
  // Once it deleted idle queues as well.
  name: "prune-event-queues",
  payload: z.object({}),
  schedule: "* * * * *",
  async run({ db }) {
    await db.write((tx) => pruneLog(tx, logMaxAgeSeconds * 1000));
  },
});
