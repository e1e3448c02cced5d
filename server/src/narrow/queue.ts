import { NarrowNotSupported, OperandNotSupported } from "./errors.ts";
import type { QueueMessage } from "./meaning.ts";
import { canonical, operators } from "./operators.ts";

/** The narrow of an event queue, once it was checked. */
export type QueueNarrow = readonly (readonly [operator: string, operand: string])[];

/**
 * Checks the narrow that a queue is registered with: it knows fewer operators than a search, and no negation.
 * @throws NarrowNotSupported, OperandNotSupported
 */
export function checkQueueNarrow(narrow: readonly (readonly string[])[]): QueueNarrow {
  return narrow.map(([written = "", operand = ""]) => {
    const name = canonical(written);
    const onQueue = operators.get(name)?.onQueue;
    if (!onQueue) throw new NarrowNotSupported({ operator: written });
    if (onQueue.refuses?.includes(operand)) throw new OperandNotSupported({ operand });
    return [name, operand] as const;
  });
}

/** Whether a message that is on its way to a queue lies in the queue's narrow. */
export const matchesQueueNarrow = (narrow: QueueNarrow, message: QueueMessage): boolean =>
  narrow.every(([operator, operand]) => operators.get(operator)?.onQueue?.matches(operand, message) ?? false);
