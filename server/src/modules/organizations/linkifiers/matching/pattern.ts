import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import type { SearchBudget } from "./search-budget.ts";

/** Instructions of a compiled pattern: with the length of a text, they bound how long a search can take. */
const MAX_INSTRUCTIONS = 160;
/** UTF-16 units. What is longer is not looked for: else one match could take a look at the whole text. */
const MAX_MATCH_LENGTH = 128;
const WINDOW = 2 * MAX_MATCH_LENGTH;
/**
 * How many instructions may be tried for each character of a text, beyond going through it, before the rest of it stays
 * plain text: the work grows with the length of a message, into however many paragraphs it is cut.
 */
const MAX_WORK_PER_CHARACTER = 500;
/** How often each position is looked at where nothing is found; windows overlap. */
const MAX_SEARCHES_PER_POSITION = 3;

/** Stands for what is markup already; no link may hold it. */
const MARKUP = "\uFFFC";

/** What makes a text a match is found together with what must surround it, so that a longer match may do. */
const within = (source: string) => `(^|[\\s\\v\\x{85}\\pZ'"(,:<])(${source})(?:$|[^\\pL\\pN])`;
const SURROUNDING_GROUPS = 2;

export interface Pattern {
  readonly re: RE2JS;
  /** The number of each named group. */
  readonly groups: ReadonlyMap<string, number>;
}

/** A match of a pattern: UTF-16 positions, and the texts of the named groups that took part. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: ReadonlyMap<string, string>;
}

/** Compiles a regular expression in the syntax of RE2. Returns what is wrong with it, if something is. */
export function compilePattern(source: string): Pattern | string {
  try {
    // By itself first: the wrapping must not make a broken pattern valid.
    RE2JS.compile(source);
    const re = RE2JS.compile(within(source));
    if (re.programSize() > MAX_INSTRUCTIONS) return "pattern is too complex";
    return { re, groups: new Map(Object.entries(re.namedGroups())) };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return describeSyntaxError(error, source);
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

/** The library quotes the rest of the whole expression; the wrapping is hidden from the reader. */
function describeSyntaxError(error: RE2JSSyntaxException, source: string): string {
  const part = error.getPattern() ?? "";
  const quoted = part.startsWith("(^|") ? source : part;
  return quoted === "" ? error.getDescription() : `${error.getDescription()}: ${quoted}`;
}

/**
 * Finds the matches in a text that stand by themselves, in order and apart from each other. The search looks at a window
 * of the text at a time, and the work is counted: no pattern and no text can make it slow. What is left of the allowance,
 * which other patterns may share, bounds it too.
 */
export function* findMatches({ re, groups }: Pattern, text: string, allowance: SearchBudget): Generator<Match> {
  const cost = re.programSize();
  let work = text.length * (MAX_SEARCHES_PER_POSITION * cost + MAX_WORK_PER_CHARACTER);
  let position = 0;
  while (position <= text.length) {
    // A position is between two characters. The one before it decides about `^` and `\b`.
    const from = Math.max(0, position - 1);
    const to = Math.min(text.length, position + WINDOW);
    const effort = cost * (to - from + 1);
    work -= effort;
    if (work < 0) return;
    const matcher = re.matcher(text.slice(from, to));
    const isLast = to === text.length;
    const isFound = allowance.spend(effort, () => matcher.find(position - from));
    if (isFound === null) return;
    if (!isFound) {
      if (isLast) return;
      position = to - MAX_MATCH_LENGTH;
      continue;
    }
    const begin = from + matcher.start();
    // Too near to the window's end to be seen whole: this one comes first in the next window.
    if (!isLast && begin > position && begin > to - MAX_MATCH_LENGTH - 2) {
      position = begin;
      continue;
    }
    const [start, end] = [from + matcher.start(SURROUNDING_GROUPS), from + matcher.end(SURROUNDING_GROUPS)];
    const isWhole = end > start && end - start <= MAX_MATCH_LENGTH;
    if (isWhole && !text.slice(start, end).includes(MARKUP)) yield { start, end, groups: groupsOf(matcher, groups) };
    position = Math.max(end, position + 1);
  }
}

function groupsOf(matcher: ReturnType<RE2JS["matcher"]>, groups: Pattern["groups"]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, group] of groups) {
    const value = matcher.group(group);
    if (value !== null) values.set(name, value);
  }
  return values;
}
