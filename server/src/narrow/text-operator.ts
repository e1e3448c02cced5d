import { InvalidParameter } from "#kernel/http/errors.ts";
import { isTooLong, MAX_QUERY, readQuery } from "#search/text-query.ts";
import { BadNarrow } from "./errors.ts";
import type { Meaning, Scope } from "./term-meaning.ts";
import { text } from "./operands.ts";
import type { Operand, Term } from "./terms.ts";

/** The most terms that search for words. */
const MAX_TEXTS = 20;

const isText = ({ operator }: Term) => operator === "search";

/** What is searched for in several terms is searched for at once. Throws as `matchingText`. */
export function withTextsJoined(terms: readonly Term[]): Term[] {
  const texts = terms.filter(isText);
  if (texts.length === 0) return [...terms];
  const all = texts.map(({ operand }) => searchable(operand)).join(" ");
  if (texts.length > MAX_TEXTS || isTooLong(all)) throw tooLong();
  const [first, ...others] = texts.filter(({ negated }) => !negated);
  if (!first || others.length === 0) return [...terms];
  const joined = [first, ...others].map(({ operand }) => searchable(operand)).join(" ");
  return [{ ...first, operand: joined }, ...terms.filter((term) => !isText(term) || term.negated)];
}

/** Messages in which words are found. Throws InvalidParameter if there are no words, BadNarrow if there are too many. */
export async function matchingText(operand: Operand, { directory }: Scope): Promise<Meaning> {
  const search = await directory.text(readQuery(searchable(operand)));
  return {
    of: "message",
    sql: search.matches,
    matches: untold,
    bounds: { text: search },
    opposite: { of: "message", sql: search.lacks, matches: untold },
  };
}

function untold(): never {
  throw new Error("what a message at hand says is not told to narrows");
}

function searchable(operand: Operand): string {
  const given = text(operand);
  if (given.trim() === "") throw new InvalidParameter("operand cannot be blank.");
  return given;
}

const tooLong = () => new BadNarrow({ desc: `search for more than ${MAX_QUERY} characters` });
