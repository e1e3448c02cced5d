import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Fetches the picture that a provider has of somebody who joined with it. */
export const fetchAvatarJob = {
  name: "fetch-picture",
  payload: z.object({ user_id: z.int(), url: z.string() }),
  retries: 1,
} satisfies JobKind;
