import { z } from "zod";

/** An entry of the sidebar; the fragment of its URL is its key. */
export const NavigationView = z.strictObject({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable().optional().describe("Null for built-in views"),
});
export type NavigationView = z.infer<typeof NavigationView>;
