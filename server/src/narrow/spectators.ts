import { operators, readTerms } from "./operators.ts";
import type { NarrowTerms } from "./terms.ts";

/** Whether somebody who did not sign in may search for this: it stays within what is open to the web. */
export function isForSpectators(terms: NarrowTerms): boolean {
  const read = readTerms(terms);
  const stays = read.some(
    ({ operator, operand, negated }) => operator === "channels" && operand === "web-public" && !negated,
  );
  return stays && read.every(({ operator }) => operators.get(operator)?.isImpersonal === true);
}
