import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Job that fetches the avatar of a new user from the identity provider with which the user joined. */
export const fetchAvatarJob = {
  name: "fetch-picture",
  payload: z.object({ user_id: z.int(), url: z.string() }),
  retries: 1,
} satisfies JobKind;
