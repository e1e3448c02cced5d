import { NarrowNotSupported, OperandNotSupported } from "./errors.ts";
import type { QueueMessage } from "./term-meaning.ts";
import { canonicalOperator, operators } from "./operators.ts";
import type { Operand, QueueTerms } from "./terms.ts";

/** A term of an event queue's narrow. If the operand is a number, it is the id of a channel or of a sender. */
type QueueTerm = readonly [operator: string, operand: string | number];

/** The validated narrow of an event queue. */
export type QueueNarrow = readonly QueueTerm[];

/**
 * Validates the narrow that an event queue is registered with. Such a narrow allows fewer operators than a search, and
 * no negation. Returns only the terms that can affect the result, because each message is compared with all of them.
 * @throws NarrowNotSupported, OperandNotSupported
 */
export function checkQueueNarrow(terms: QueueTerms): QueueNarrow {
  const deciding = new Map<string, Map<string | number, QueueTerm>>();
  for (const [written, operand] of terms.map(parseQueueTerm)) {
    const name = canonicalOperator(written);
    const onQueue = operators.get(name)?.onQueue;
    if (!onQueue) throw new NarrowNotSupported({ operator: written });
    const isId = typeof operand === "number";
    if (Array.isArray(operand) || (isId ? !onQueue.matchesId : onQueue.refuses?.includes(operand))) {
      throw new OperandNotSupported({ operand: String(operand) });
    }
    // Names and ids are counted separately: the name and the id of the same channel can both match one message.
    const kind = `${isId ? "id" : "name"} ${name}`;
    const operands = deciding.get(kind) ?? new Map<string | number, QueueTerm>();
    deciding.set(kind, operands);
    // If one operator has more different operands than a single message can match, the narrow matches nothing. More
    // operands would not change that, so they are dropped.
    const key = isId ? operand : onQueue.comparable(operand);
    if (key !== null && operands.size <= onQueue.maxAtOnce && !operands.has(key)) operands.set(key, [name, operand]);
  }
  return [...deciding.values()].flatMap((operands) => [...operands.values()]);
}

/**
 * Converts a term in either JSON form (pair or object) into a pair.
 * @throws NarrowNotSupported for a negated term
 */
function parseQueueTerm(term: QueueTerms[number]): readonly [operator: string, operand: Operand] {
  if (Array.isArray(term)) {
    const [operator = "", operand = ""] = term;
    return [operator, operand];
  }
  const { operator, operand, negated = false } = term;
  if (negated) throw new NarrowNotSupported({ operator: `-${operator}` });
  return [operator, operand];
}

/** True if a message matches an event queue's narrow. */
export const matchesQueueNarrow = (narrow: QueueNarrow, message: QueueMessage): boolean =>
  narrow.every(([name, operand]) => {
    const onQueue = operators.get(name)?.onQueue;
    const isMatch =
      typeof operand === "number" ? onQueue?.matchesId?.(operand, message) : onQueue?.matches(operand, message);
    return isMatch ?? false;
  });
