import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Job that creates a requested export. */
export const exportJob = {
  name: "export-organization",
  // The maximum of the job queue is high, because the job counts its attempts itself in order to report the failure.
  retries: 20,
  payload: z.object({ export_id: z.int() }),
} as const satisfies JobKind;
