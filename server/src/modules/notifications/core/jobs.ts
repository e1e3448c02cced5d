import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { pruneNotices } from "./actions/prune-notices.ts";

/** How long is remembered what people were told of. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Forgets what people were told of long ago. */
export const forgetOldNotices: JobDeclaration = {
  name: "prune-notices",
  payload: z.object({}),
  schedule: "17 4 * * *",
  async run({ db, clock }) {
    await db.write((tx) => pruneNotices(tx, new Date(clock.now().getTime() - KEPT_MS)));
  },
};
