import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

/** An invalid term: an operator or an operand that does not exist, or a combination that no message can match. */
export const BadNarrow = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

/** Terms that are valid individually, but not together. */
export const BadNarrowCombination = defineError({
  code: "BAD_NARROW",
  text: ({ desc }) => `Invalid narrow operator combination: ${desc}`,
  fields: z.object({ desc: z.string() }),
});

// Errors of event queues' narrows.
export const NarrowNotSupported = defineError({
  text: ({ operator }: { operator: string }) => `Operator ${operator} not supported.`,
});
export const OperandNotSupported = defineError({
  text: ({ operand }: { operand: string }) => `Operand ${operand} not supported.`,
});
