import { sql } from "kysely";
import { z } from "zod";
import type { JobDeclaration } from "../jobs/job.ts";

/** Job that deletes spending that has recovered, according to the database's clock. */
export const pruneRateShares: JobDeclaration = {
  name: "prune-rate-shares",
  payload: z.object({}),
  schedule: "*/10 * * * *",
  async run({ db }) {
    await db.write((tx) =>
      tx
        .deleteFrom("rate_share")
        .where("full_at", "<=", sql<Date>`now()`)
        .execute(),
    );
  },
};
