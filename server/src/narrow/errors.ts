import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

/** A term that means nothing: an operator or an operand that does not exist, or a combination that nothing can match. */
export const BadNarrow = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator: ${desc}`,
  fields: z.object({ desc: z.string() }),
});
