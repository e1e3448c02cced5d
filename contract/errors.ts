import { z } from "zod";

/** The body of every reply that is not a success; some codes add fields of their own. */
export const ErrorEnvelope = z.looseObject({
  result: z.literal("error"),
  msg: z.string().describe("For people; may change"),
  code: z.string().describe("For programs"),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
