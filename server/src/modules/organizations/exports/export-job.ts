import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Makes an export that somebody requested. */
export const exportJob = {
  name: "export-organization",
  // It counts its tries itself, so that it can say that it has failed.
  retries: 20,
  payload: z.object({ export_id: z.int() }),
} as const satisfies JobKind;
