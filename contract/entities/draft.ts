import { z } from "zod";
import { UnixSeconds } from "./scalars.ts";

/** What a client sends to save a draft. */
export const DraftContent = z.strictObject({
  type: z.enum(["", "stream", "private"]).describe("Empty while it has no recipient"),
  to: z.array(z.int()).describe("One channel id, or user ids; empty while it has no recipient"),
  topic: z.string(),
  content: z.string(),
  timestamp: UnixSeconds.optional().describe("Last edit, UNIX seconds; now if absent"),
});
export type DraftContent = z.infer<typeof DraftContent>;

export const Draft = z.strictObject({ ...DraftContent.shape, id: z.int(), timestamp: UnixSeconds });
export type Draft = z.infer<typeof Draft>;
