import { sql } from "kysely";
import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { refreshFullMembers } from "./actions/refresh-full-members.ts";
import { settingsOf } from "#modules/1-ground/realms/settings.ts";

/** Members become full members as time passes; where there is no waiting period, they are from the first moment. */
export const promoteFullMembers: JobDeclaration = {
  name: "promote-full-members",
  payload: z.object({}),
  schedule: "10 * * * *",
  async run({ db, clock }) {
    const waiting = await db.reader
      .selectFrom("realm")
      .select(["id", "settings"])
      .where("deactivated_at", "is", null)
      .where(sql<boolean>`settings ->> 'waiting_period_threshold' is not null`)
      .execute();
    for (const { id, settings } of waiting) {
      const { waiting_period_threshold: days } = settingsOf(settings);
      await db.write((tx) => refreshFullMembers(tx, id, days, clock.now()));
    }
  },
};
