import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

/**
 * Error for an invalid term: an operator or an operand that does not exist, or terms that no message can match
 * together.
 */
export const BadNarrow = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

/** Error for terms that are valid individually, but not together. */
export const BadNarrowCombination = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator combination: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

// The following errors are for the narrows of event queues.
export const NarrowNotSupported = defineError({
  text: ({ operator }: { operator: string }) => `Operator ${operator} not supported.`,
});
export const OperandNotSupported = defineError({
  text: ({ operand }: { operand: string }) => `Operand ${operand} not supported.`,
});
