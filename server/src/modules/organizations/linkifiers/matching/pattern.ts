import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import type { SearchBudget } from "./search-budget.ts";

/**
 * Maximum number of instructions of a compiled pattern. The time of a search is limited by this number and the length
 * of the text.
 */
const MAX_INSTRUCTIONS = 160;
/** Maximum length of a match, in UTF-16 units. Without it, each match could require reading the whole text. */
const MAX_MATCH_LENGTH = 128;
const WINDOW = 2 * MAX_MATCH_LENGTH;
/**
 * Number of instructions per character of the text that are allowed in addition to examining all positions. When they
 * are used up, the search stops, and the rest stays plain text. So the work is proportional to the length of a message,
 * however many paragraphs it has.
 */
const MAX_WORK_PER_CHARACTER = 500;
/**
 * Maximum number of times that a position is examined if nothing is found. It is more than once, because windows
 * overlap.
 */
const MAX_SEARCHES_PER_POSITION = 3;

/** Character that stands for existing markup, which no link may contain. */
const MARKUP = "\uFFFC";

/**
 * Adds to a pattern the characters that must surround a match. Both are matched together, so that a longer match is
 * tried if a shorter one has the wrong surroundings.
 */
const within = (source: string) => `(^|[\\s\\v\\x{85}\\pZ'"(,:<])(${source})(?:$|[^\\pL\\pN])`;
const SURROUNDING_GROUPS = 2;

export interface Pattern {
  readonly re: RE2JS;
  /** Numbers of the groups in the compiled pattern, by name. */
  readonly groups: ReadonlyMap<string, number>;
}

/** A match of a pattern: UTF-16 positions, and the texts of the named groups that matched. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: ReadonlyMap<string, string>;
}

/** Compiles a regular expression in RE2 syntax. Returns a description of the error if it is invalid or too complex. */
export function compilePattern(source: string): Pattern | string {
  try {
    // The pattern is first compiled alone, because the added surroundings could make a broken pattern valid.
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

/**
 * Describes a syntax error. The library quotes the whole expression, so the added surroundings are removed from the
 * quotation.
 */
function describeSyntaxError(error: RE2JSSyntaxException, source: string): string {
  const part = error.getPattern() ?? "";
  const quoted = part.startsWith("(^|") ? source : part;
  return quoted === "" ? error.getDescription() : `${error.getDescription()}: ${quoted}`;
}

/**
 * Finds the matches in a text, in order and without overlaps. The search examines one window of the text at a time and
 * counts its work, so that no combination of pattern and text makes it slow. It also stops when the budget, which other
 * patterns may share, is spent.
 */
export function* findMatches({ re, groups }: Pattern, text: string, allowance: SearchBudget): Generator<Match> {
  const cost = re.programSize();
  let work = text.length * (MAX_SEARCHES_PER_POSITION * cost + MAX_WORK_PER_CHARACTER);
  let position = 0;
  while (position <= text.length) {
    // The search also includes the character before the position, because it affects `^` and `\b`.
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
    const matchStart = from + matcher.start();
    // A match that begins this close to the window's end may be incomplete. The next window starts with it.
    if (!isLast && matchStart > position && matchStart > to - MAX_MATCH_LENGTH - 2) {
      position = matchStart;
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
