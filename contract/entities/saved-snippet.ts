import { z } from "zod";
import { UnixSeconds } from "./scalars.ts";

/** A text kept to be inserted into messages. */
export const SavedSnippet = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string().describe("Markdown source"),
  date_created: UnixSeconds,
});
export type SavedSnippet = z.infer<typeof SavedSnippet>;
