import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { pruneDelivered } from "./actions/prune-delivered.ts";

/** For how long who edits a message is told that it was sent, and not that there is none. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export const pruneDeliveredMessages: JobDeclaration = {
  name: "prune-delivered-messages",
  payload: z.object({}),
  schedule: "17 3 * * *",
  async run({ db, clock }) {
    await db.write((tx) => pruneDelivered(tx, new Date(clock.now().getTime() - KEPT_MS)));
  },
};
