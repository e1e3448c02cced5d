import type katex from "katex";

let typesetter: typeof katex | undefined;

/** Loads what sets formulas. */
export async function loadTypesetter(): Promise<void> {
  typesetter ??= (await import("katex")).default;
}

/**
 * How much of formulas one message may have, in the time that a plain letter takes to typeset. Typesetting takes a
 * thousand times as long as anything else here, and a letter becomes two hundred characters of HTML.
 */
export const MAX_FORMULA_WEIGHT = 2_500;

/** What a formula weighs for being one. */
const BASE_WEIGHT = 10;

/** Elements in each other, beyond which browsers give up. */
const MAX_NESTING = 200;

/** Sizes that a formula asks for, in em: what is larger would cover its neighbours. */
const MAX_SIZE = 20;

/**
 * Commands that write to the console, and definitions that could double at each step: those that expand what they
 * define, and those with parameters (`#1`).
 */
const FORBIDDEN = /\\(?:show|message|errmessage|[ex]def)(?![a-zA-Z@])|(?<!\\)#/;
const DEFINITION = /\\(?:def|gdef|let|futurelet|newcommand|renewcommand|providecommand)(?![a-zA-Z@])/;

/** The time that a formula may take, compared with a plain letter. */
export function computeFormulaWeight(formula: string): number {
  let weight = BASE_WEIGHT;
  for (const character of formula) weight += character === "&" ? 3 : character > "~" ? 8 : 1;
  return weight;
}

/** The HTML of a formula of a certain weight, or null if it has errors or is too much, or nothing is loaded. */
export function typeset(formula: string, displayMode: boolean, weight: number): string | null {
  const set = typesetter;
  if (!set || FORBIDDEN.test(formula)) return null;
  // No expansion yields more than the formula itself if all it uses is defined by itself.
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

/** Characters that the typesetter has no measures for are told on the console, which no setting of it prevents. */
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
