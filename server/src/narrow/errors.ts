import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

/**
 * Error for an unknown operator, an operand that is invalid or names nothing, searches that are too long, or terms for
 * both channel messages and direct messages.
 */
export const BadNarrow = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

/** Error for several terms with the operator `with`. */
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
