import { NarrowNotSupported, OperandNotSupported } from "./errors.ts";
import type { QueueMessage } from "./meaning.ts";
import { canonical, operators } from "./operators.ts";

/** The narrow of an event queue, once it was checked. */
export type QueueNarrow = readonly (readonly [operator: string, operand: string])[];

/**
 * Checks the narrow that a queue is registered with: it has fewer operators than a search, and no negation. Returns only
 * the terms that matter, because each message is compared with them.
 * @throws NarrowNotSupported, OperandNotSupported
 */
export function checkQueueNarrow(narrow: readonly (readonly string[])[]): QueueNarrow {
  const deciding = new Map<string, Map<string, string>>();
  for (const [written = "", operand = ""] of narrow) {
    const name = canonical(written);
    const onQueue = operators.get(name)?.onQueue;
    if (!onQueue) throw new NarrowNotSupported({ operator: written });
    if (onQueue.refuses?.includes(operand)) throw new OperandNotSupported({ operand });
    const operands = deciding.get(name) ?? new Map<string, string>();
    deciding.set(name, operands);
    // More than one message can be cannot be more impossible: what comes after the first too many changes nothing.
    const key = onQueue.comparable(operand);
    if (key !== null && operands.size <= onQueue.mostAtOnce && !operands.has(key)) operands.set(key, operand);
  }
  return [...deciding].flatMap(([name, operands]) =>
    Array.from(operands.values(), (operand) => [name, operand] as const),
  );
}

/** Whether a message that is on its way to a queue lies in the queue's narrow. */
export const matchesQueueNarrow = (narrow: QueueNarrow, message: QueueMessage): boolean =>
  narrow.every(([operator, operand]) => operators.get(operator)?.onQueue?.matches(operand, message) ?? false);
