import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { purgeDeletedMessages } from "./actions/purge-deleted-messages.ts";

/** How long the server's operators can get deleted messages back. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export const purgeDeleted: JobDeclaration = {
  name: "purge-deleted-messages",
  payload: z.object({}),
  schedule: "41 3 * * *",
  async run({ db, clock }) {
    await db.write((tx) => purgeDeletedMessages(tx, new Date(clock.now().getTime() - KEPT_MS)));
  },
};
