import { InvalidParameter } from "@parlance/kernel/http/errors.ts";
import { isTooLong, MAX_QUERY_CHARACTERS, parseTextQuery } from "#search/text-query.ts";
import { BadNarrow } from "./errors.ts";
import type { TermMeaning, NarrowScope } from "./term-meaning.ts";
import { parseText } from "./operands.ts";
import type { Operand, Term } from "./terms.ts";

/** Maximum number of search terms. */
const MAX_SEARCH_TERMS = 20;

const isText = ({ operator }: Term) => operator === "search";

/**
 * Joins several text searches into one, so that the text is searched only once. Throws the same errors as
 * `matchingText`.
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
 * Matches messages that contain words. Throws InvalidParameter if there are no words, BadNarrow if there are too many.
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
  throw new Error("what a message at hand says is not told to narrows");
}

function parseSearchText(operand: Operand): string {
  const given = parseText(operand);
  if (given.trim() === "") throw new InvalidParameter("operand cannot be blank.");
  return given;
}

const searchTooLong = () => new BadNarrow({ desc: `search for more than ${MAX_QUERY_CHARACTERS} characters` });
