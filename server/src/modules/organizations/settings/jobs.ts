import { sql } from "kysely";
import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { refreshFullMembers } from "./actions/refresh-full-members.ts";

/**
 * Makes members full members when their waiting period is over. Without a waiting period, new members are full members
 * immediately.
 */
export const promoteFullMembers: JobDeclaration = {
  name: "promote-full-members",
  payload: z.object({}),
  schedule: "10 * * * *",
  async run({ db, clock }) {
    const waiting = await db.reader
      .selectFrom("realm")
      .select("id")
      .where("deactivated_at", "is", null)
      .where(sql<boolean>`settings ->> 'waiting_period_threshold' is not null`)
      .execute();
    for (const { id } of waiting) await db.write((tx) => refreshFullMembers(tx, id, clock.now()));
  },
};
