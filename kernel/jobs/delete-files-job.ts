import { z } from "zod";
import type { JobKind } from "./job.ts";

/** Deletes what the store has under these names: no row leads there any more. */
export const deleteStoredFilesJob: JobKind = {
  name: "delete-files",
  payload: z.object({ names: z.array(z.string()) }),
  retries: 20,
};
