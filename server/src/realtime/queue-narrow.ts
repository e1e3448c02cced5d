import { NarrowNotSupported, OperandNotSupported } from "./errors.ts";

export type QueueNarrow = readonly (readonly [operator: string, operand: string])[];

const OPERATORS = new Set(["channel", "stream", "topic", "sender", "is"]);
const LEGACY_OPERATORS: Readonly<Record<string, string>> = { stream: "channel" };

/** Checks the narrow that a queue is registered with: fewer operators than for fetching, and no negation. */
export function checkQueueNarrow(narrow: readonly (readonly string[])[]): QueueNarrow {
  return narrow.map(([operator = "", operand = ""]) => {
    if (!OPERATORS.has(operator)) throw new NarrowNotSupported({ operator });
    if (operator === "is" && operand === "followed") throw new OperandNotSupported({ operand });
    return [LEGACY_OPERATORS[operator] ?? operator, operand] as const;
  });
}
