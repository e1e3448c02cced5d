import { z } from "zod";
import type { JobKind } from "#kernel/jobs/job.ts";

/** Posts a letter that came in. */
export const postIncomingMail = {
  name: "post-incoming-mail",
  payload: z.object({ mail_id: z.int() }),
} satisfies JobKind;
