import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { forgetAnswers } from "./actions/forget-answers.ts";

/** How long a key stands for its first answer. */
const KEPT_MS = 48 * 3600 * 1000;

export const forgetIdempotencyKeys: JobDeclaration = {
  name: "forget-idempotency-keys",
  payload: z.object({}),
  schedule: "17 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => forgetAnswers(tx, new Date(clock.now().getTime() - KEPT_MS)));
  },
};
