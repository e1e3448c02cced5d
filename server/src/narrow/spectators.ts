import { canonical } from "./operators.ts";
import { readTerms, type NarrowTerms } from "./terms.ts";

/** The operators that ask nothing about the reader. */
const impersonal = new Set(["channel", "channels", "topic", "sender", "has", "search", "near", "id", "with"]);

/** Whether somebody who did not sign in may search for this: it stays within what is open to the web. */
export function isForSpectators(terms: NarrowTerms): boolean {
  const read = readTerms(terms);
  const stays = read.some(
    ({ operator, operand, negated }) => canonical(operator) === "channels" && operand === "web-public" && !negated,
  );
  return stays && read.every(({ operator }) => impersonal.has(canonical(operator)));
}
