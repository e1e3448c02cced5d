import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

/** A term that means nothing: an operator or an operand that does not exist, or a combination that nothing can match. */
export const BadNarrow = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

/** Terms of which each means something, and which mean nothing together. */
export const BadNarrowCombination = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator combination: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

// The narrows of event queues.
export const NarrowNotSupported = defineError({
  text: ({ operator }: { operator: string }) => `Operator ${operator} not supported.`,
});
export const OperandNotSupported = defineError({
  text: ({ operand }: { operand: string }) => `Operand ${operand} not supported.`,
});
