import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { deleteEmptyPeriods } from "./actions/delete-empty-periods.ts";
import { noteActivity } from "./actions/note-activity.ts";
import { findActivityChanges } from "./channel-activity.ts";

/** How many channels are changed at a time: nothing is sent in the organization meanwhile. */
const TOGETHER = 100;

/** Counts what was sent to channels, and notices those that are no longer in use. */
export const refreshChannelActivity: JobDeclaration = {
  name: "refresh-channel-activity",
  payload: z.object({}),
  schedule: "40 3 * * *",
  async run({ db, clock, signal }) {
    const realms = await db.reader.selectFrom("realm").select("id").where("deactivated_at", "is", null).execute();
    for (const { id: realmId } of realms) {
      const now = clock.now();
      for (let after: number | null = 0; after !== null && !signal.aborted;) {
        const page: Awaited<ReturnType<typeof findActivityChanges>> = await findActivityChanges(db.reader, {
          realmId,
          after,
          now,
        });
        const { changes } = page;
        while (changes.length > 0 && !signal.aborted) {
          const some = changes.splice(0, TOGETHER);
          await db.write((tx) => noteActivity(tx, { realmId, now }, some));
        }
        after = page.next;
      }
    }
  },
};

/** Deletes periods of subscription that say nothing any more. */
export const pruneEmptyPeriods: JobDeclaration = {
  name: "prune-empty-periods",
  payload: z.object({}),
  schedule: "50 3 * * *",
  async run({ db, signal }) {
    while (!signal.aborted && (await db.write(deleteEmptyPeriods)));
  },
};
