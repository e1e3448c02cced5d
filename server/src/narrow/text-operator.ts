import { InvalidParameter } from "@parlance/kernel/http/errors.ts";
import { isTooLong, MAX_QUERY_CHARACTERS, parseTextQuery } from "#search/text-query.ts";
import { BadNarrow } from "./errors.ts";
import type { TermMeaning, NarrowScope } from "./term-meaning.ts";
import { parseText } from "./operands.ts";
import type { Operand, Term } from "./terms.ts";

/** Maximum number of terms with the operator `search` in a narrow. */
const MAX_SEARCH_TERMS = 20;

const isText = ({ operator }: Term) => operator === "search";

/**
 * Joins the text searches of a narrow that are not negated into one, so that the text is searched only once.
 * @throws InvalidParameter if a text is blank or not a string
 * @throws BadNarrow if the searches are too long together, or too many
 */
export function joinSearchTerms(terms: readonly Term[]): Term[] {
  const texts = terms.filter(isText);
  if (texts.length === 0) return [...terms];
  const all = texts.map(({ operand }) => parseSearchText(operand)).join(" ");
  if (texts.length > MAX_SEARCH_TERMS || isTooLong(all)) throw searchTooLong();
  const [first, ...others] = texts.filter(({ negated }) => !negated);
  if (!first || others.length === 0) return [...terms];
  const joined = [first, ...others].map(({ operand }) => parseSearchText(operand)).join(" ");
  return [{ ...first, operand: joined }, ...terms.filter((term) => !isText(term) || term.negated)];
}

/**
 * Meaning of `search`: matches the messages that contain the given words and phrases.
 * @throws InvalidParameter if the text is blank or not a string
 */
export async function matchingText(operand: Operand, { lookup }: NarrowScope): Promise<TermMeaning> {
  const search = await lookup.prepareTextSearch(parseTextQuery(parseSearchText(operand)));
  return {
    of: "message",
    sql: search.matches,
    matches: throwNotMatchable,
    bounds: { text: search },
    negation: { of: "message", sql: search.matchesNone, matches: throwNotMatchable },
  };
}

function throwNotMatchable(): never {
  throw new Error("narrows cannot match the content of a message in memory");
}

function parseSearchText(operand: Operand): string {
  const value = parseText(operand);
  if (value.trim() === "") throw new InvalidParameter("operand cannot be blank.");
  return value;
}

const searchTooLong = () => new BadNarrow({ desc: `search for more than ${MAX_QUERY_CHARACTERS} characters` });
