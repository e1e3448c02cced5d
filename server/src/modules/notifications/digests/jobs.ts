import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { type DigestServices, sendDigests } from "./actions/send-digests.ts";
import { findActiveTopics } from "./active-topics.ts";
import { MIN_AWAY_DAYS, daysBefore, findDigestRealms } from "./digest-recipients.ts";

/**
 * Sends digests in the organizations that have chosen the current day of the week. Runs several times on that day, so
 * that an interrupted run is continued. No user gets two digests.
 */
export const deliverDigests = (office: DigestServices): JobDeclaration => ({
  name: "send-digests",
  payload: z.object({}),
  schedule: "12 8-20/4 * * *",
  async run({ db, clock, signal }) {
    const now = clock.now();
    for (const realmId of await findDigestRealms(db.reader, now)) {
      const topics = await findActiveTopics(db.reader, realmId, daysBefore(now, MIN_AWAY_DAYS));
      for (let after: number | null = 0; after !== null && !signal.aborted;) {
        const from: number = after;
        after = await db.write((tx) => sendDigests(tx, { realmId, after: from, topics, now }, office));
      }
    }
  },
});
