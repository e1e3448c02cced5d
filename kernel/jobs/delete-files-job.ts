import { z } from "zod";
import type { JobKind } from "./job.ts";

/** Job that deletes stored files to which no database row refers any more. */
export const deleteStoredFilesJob: JobKind = {
  name: "delete-files",
  payload: z.object({ names: z.array(z.string()) }),
  retries: 20,
};
