import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { type DigestOffice, sendDigests } from "./actions/send-digests.ts";
import { livelyTopics } from "./active-topics.ts";
import { AWAY_DAYS, daysBefore, digestRealms } from "./digest-recipients.ts";

/**
 * Sends digests, in the organizations whose day it is. It runs several times that day: what was cut off goes on, and nobody gets
 * two.
 */
export const deliverDigests = (office: DigestOffice): JobDeclaration => ({
  name: "send-digests",
  payload: z.object({}),
  schedule: "12 8-20/4 * * *",
  async run({ db, clock, signal }) {
    const now = clock.now();
    for (const realmId of await digestRealms(db.reader, now)) {
      const topics = await livelyTopics(db.reader, realmId, daysBefore(now, AWAY_DAYS));
      for (let after: number | null = 0; after !== null && !signal.aborted;) {
        const from: number = after;
        after = await db.write((tx) => sendDigests(tx, { realmId, after: from, topics, now }, office));
      }
    }
  },
});
