import { BadNarrowCombination } from "./errors.ts";
import type { NarrowScope } from "./term-meaning.ts";
import { parseMessageId } from "./operands.ts";
import type { Term } from "./terms.ts";

/** What tells where a conversation is, or was once. */
const CONVERSATION_OPERATORS: readonly string[] = ["channel", "topic", "dm"];

/**
 * The terms with `with` instead of those that it makes needless: a link to a conversation leads to wherever it was moved.
 * If there is no such message, it leads to where the other terms say. A negated `with` is a condition like any other.
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
