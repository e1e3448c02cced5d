import { z } from "zod";
import type { JobKind } from "./job.ts";

/** Deletes stored files that no row refers to any more. */
export const deleteStoredFilesJob: JobKind = {
  name: "delete-files",
  payload: z.object({ names: z.array(z.string()) }),
  retries: 20,
};
