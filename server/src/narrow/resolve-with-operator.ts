import { BadNarrowCombination } from "./errors.ts";
import type { NarrowScope } from "./term-meaning.ts";
import { parseMessageId } from "./operands.ts";
import type { Term } from "./terms.ts";

/** Operators that name a conversation. A `with` term takes precedence over them if its message is readable. */
const CONVERSATION_OPERATORS: readonly string[] = ["channel", "topic", "dm"];

/**
 * If there is a `with` term, removes the terms that name a conversation: a link to a conversation then leads to the
 * conversation that the message of `with` is in now. If the message does not exist or is not readable, the `with` term
 * is removed instead, provided that the other terms name a complete conversation. A negated `with` is an ordinary
 * condition.
 * @throws BadNarrowCombination if there are several `with` terms
 */
export async function resolveWithOperator(terms: readonly Term[], scope: NarrowScope): Promise<readonly Term[]> {
  const [one, another] = terms.filter(({ operator }) => operator === "with");
  if (another) throw new BadNarrowCombination({ desc: "Duplicate 'with' operators." });
  if (!one || one.negated) return terms;
  const isAddress = ({ operator, negated }: Term) => !negated && CONVERSATION_OPERATORS.includes(operator);
  const place = await scope.lookup.locateMessage(parseMessageId(one.operand, "Invalid 'with' operator"));
  if (place) return terms.filter((term) => !isAddress(term));
  const operators = new Set(terms.filter(isAddress).map(({ operator }) => operator));
  const isComplete = operators.has("dm") || (operators.has("channel") && operators.has("topic"));
  return isComplete ? terms.filter((term) => term !== one) : terms;
}
