import { z } from "zod";

/** What is kept of somebody who has left for a provider. */
export const Departed = z.object({
  provider: z.string(),
  kept: z.record(z.string(), z.string()),
  next: z.string().nullable(),
  linkKey: z.string().nullable(),
});

/** What they wanted. */
export type Wishes = Pick<z.infer<typeof Departed>, "next" | "linkKey">;
