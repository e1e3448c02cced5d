import { BadNarrowCombination } from "./errors.ts";
import type { NarrowScope } from "./term-meaning.ts";
import { parseMessageId } from "./operands.ts";
import type { Term } from "./terms.ts";

/** Operators that name the present or former conversation of a message. */
const CONVERSATION_OPERATORS: readonly string[] = ["channel", "topic", "dm"];

/**
 * Replaces the terms that name a conversation by a `with` term if there is one: a link to a conversation then leads to
 * wherever it was moved. If the message of `with` does not exist, the other terms are used. A negated `with` is an
 * ordinary condition.
 */
export async function resolveWithOperator(terms: readonly Term[], scope: NarrowScope): Promise<readonly Term[]> {
  const [one, another] = terms.filter(({ operator }) => operator === "with");
  if (another) throw new BadNarrowCombination({ desc: "Duplicate 'with' operators." });
  if (!one || one.negated) return terms;
  const isAddress = ({ operator, negated }: Term) => !negated && CONVERSATION_OPERATORS.includes(operator);
  const place = await scope.lookup.locateMessage(parseMessageId(one.operand, "Invalid 'with' operator"));
  if (place) return terms.filter((term) => !isAddress(term));
  const said = new Set(terms.filter(isAddress).map(({ operator }) => operator));
  const isComplete = said.has("dm") || (said.has("channel") && said.has("topic"));
  return isComplete ? terms.filter((term) => term !== one) : terms;
}
