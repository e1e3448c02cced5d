import { z } from "zod";

/** The fields that every successful response contains. */
export const SuccessEnvelope = z.strictObject({
  result: z.literal("success"),
  msg: z.literal(""),
  ignored_parameters_unsupported: z
    .array(z.string())
    .optional()
    .describe("Names of request parameters that the endpoint does not support; absent if there are none."),
});
export type SuccessEnvelope = z.infer<typeof SuccessEnvelope>;
