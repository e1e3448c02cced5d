import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Job that fetches a new user's avatar from the identity provider through which the user joined. */
export const fetchAvatarJob = {
  name: "fetch-picture",
  payload: z.object({ user_id: z.int(), url: z.string() }),
  retries: 1,
} satisfies JobKind;
