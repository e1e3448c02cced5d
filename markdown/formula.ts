import type katex from "katex";

let typesetter: typeof katex | undefined;

/** Loads KaTeX, which typesets formulas. */
export async function loadTypesetter(): Promise<void> {
  typesetter ??= (await import("katex")).default;
}

/**
 * Maximum total weight of the formulas in a message. The unit is the time for typesetting a plain character.
 * Typesetting takes a thousand times as long as other rendering, and a character becomes two hundred characters of
 * HTML.
 */
export const MAX_FORMULA_WEIGHT = 2_500;

/** Minimum weight of a formula. */
const BASE_WEIGHT = 10;

/** Maximum nesting of HTML elements in a formula. Browsers fail at deeper nesting. */
const MAX_NESTING = 200;

/** Maximum size that a formula can request, in em. A larger element would cover the text around it. */
const MAX_SIZE = 20;

/**
 * Commands that write to the console, and definitions that could double the formula at each step: those that expand
 * their content, and those with parameters (`#1`).
 */
const FORBIDDEN = /\\(?:show|message|errmessage|[ex]def)(?![a-zA-Z@])|(?<!\\)#/;
const DEFINITION = /\\(?:def|gdef|let|futurelet|newcommand|renewcommand|providecommand)(?![a-zA-Z@])/;

/** Estimates the time for typesetting a formula, in multiples of the time for a plain character. */
export function computeFormulaWeight(formula: string): number {
  let weight = BASE_WEIGHT;
  for (const character of formula) weight += character === "&" ? 3 : character > "~" ? 8 : 1;
  return weight;
}

/**
 * Returns the HTML of a formula with the given weight. Returns null if the formula has errors, contains forbidden
 * commands or is nested too deeply, or if KaTeX is not loaded.
 */
export function typeset(formula: string, displayMode: boolean, weight: number): string | null {
  const set = typesetter;
  if (!set || FORBIDDEN.test(formula)) return null;
  // An expansion of a definition can yield as much as the whole formula, so a larger formula gets fewer expansions.
  const maxExpand = DEFINITION.test(formula) ? Math.ceil(MAX_FORMULA_WEIGHT / weight) * 4 : 1000;
  const options = { displayMode, maxExpand, maxSize: MAX_SIZE, strict: "ignore", trust: false } as const;
  let html: string;
  try {
    html = withoutConsoleWarnings(() => set.renderToString(formula, options));
  } catch {
    return null;
  }
  return isTooDeep(html) ? null : html;
}

/**
 * Runs a function without console warnings. KaTeX warns about characters whose size it does not know, and has no
 * setting to prevent this.
 */
function withoutConsoleWarnings<T>(run: () => T): T {
  const warn = Object.getOwnPropertyDescriptor(globalThis.console, "warn");
  Object.defineProperty(globalThis.console, "warn", { ...warn, value: () => undefined });
  try {
    return run();
  } finally {
    Object.defineProperty(globalThis.console, "warn", { ...warn });
  }
}

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (let position = html.indexOf("<"); position >= 0; position = html.indexOf("<", position + 1)) {
    if (html[position + 1] === "/") depth--;
    else if (html[html.indexOf(">", position) - 1] !== "/") depth++;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}
