import { z } from "zod";

/** What every successful reply begins with. */
export const SuccessEnvelope = z.strictObject({
  result: z.literal("success"),
  msg: z.literal(""),
  ignored_parameters_unsupported: z
    .array(z.string())
    .optional()
    .describe("Names of parameters that the endpoint does not have; only if there are any"),
});
export type SuccessEnvelope = z.infer<typeof SuccessEnvelope>;
