import { StringStream, type StreamParser } from "@codemirror/streamparser";
import { findMode } from "./language-modes.ts";

/** A piece of code with a class for its type. The class is empty if the type is unknown. */
export interface CodeToken {
  readonly text: string;
  readonly className: string;
}

/**
 * Maximum length of a line that is highlighted. Longer lines are not written by hand, and would take long, because some
 * modes scan the rest of the line at each token.
 */
const MAX_LINE = 250;

/** Maximum number of consecutive attempts in which a mode may consume no characters. */
const MAX_ATTEMPTS = 10;

const INDENT = 2;
const TAB = 4;

/** Classes that common style sheets for code use, by the modes' names for types of tokens. */
const CLASSES: Readonly<Record<string, string>> = {
  angleBracket: "p",
  atom: "kc",
  attribute: "na",
  attributeName: "na",
  bool: "kc",
  bracket: "p",
  builtin: "nb",
  character: "sc",
  className: "nc",
  comment: "c1",
  controlKeyword: "k",
  def: "nf",
  definitionKeyword: "kd",
  deleted: "gd",
  error: "err",
  float: "mf",
  heading: "gh",
  header: "gh",
  inserted: "gi",
  integer: "mi",
  invalid: "err",
  keyword: "k",
  labelName: "nl",
  link: "na",
  macroName: "nd",
  meta: "cp",
  modifier: "k",
  moduleKeyword: "kn",
  name: "n",
  namespace: "nn",
  null: "kc",
  operator: "o",
  operatorKeyword: "ow",
  paren: "p",
  positive: "gi",
  negative: "gd",
  property: "na",
  propertyName: "na",
  punctuation: "p",
  qualifier: "nc",
  quote: "c1",
  regexp: "sr",
  self: "bp",
  string: "s",
  tag: "nt",
  tagName: "nt",
  type: "kt",
  typeName: "nc",
  unit: "kt",
  variable: "n",
  variableName: "n",
};

const SPECIAL_CLASSES: Readonly<Record<string, string>> = {
  "string.special": "sx",
  "variableName.constant": "no",
  "variableName.definition": "nf",
  "variableName.special": "nv",
  "variableName.standard": "nb",
};

/**
 * Divides code into tokens. Returns null if the language is not supported, or its mode is not loaded. `mayReadLine` is
 * called before each line, and decides whether there is enough time to highlight it. The time depends only on the
 * number and length of lines.
 */
export function highlight(
  code: string,
  language: string,
  mayReadLine: (length: number) => boolean,
): CodeToken[] | null {
  const mode = findMode(language);
  if (!mode) return null;
  const tokens: { text: string; className: string }[] = [];
  const push = (text: string, className: string) => {
    const last = tokens.at(-1);
    if (last?.className === className) last.text += text;
    else if (text !== "") tokens.push({ text, className });
  };
  // Some modes store the last token in a module variable. Reading a dummy line overwrites it, so that it cannot reveal
  // parts of other users' code.
  if (mayReadLine(1)) readLine(mode, mode.startState?.(INDENT) ?? {}, "x", () => undefined);
  const state = mode.startStateFor?.(code, INDENT) ?? mode.startState?.(INDENT) ?? {};
  for (const [index, line] of code.split("\n").entries()) {
    if (index > 0) push("\n", "");
    if (line.length > MAX_LINE || !mayReadLine(line.length)) push(line, "");
    else if (line === "") mode.blankLine?.(state, INDENT);
    else readLine(mode, state, line, push);
  }
  return tokens;
}

function readLine(
  mode: StreamParser<unknown>,
  state: unknown,
  line: string,
  push: (text: string, className: string) => void,
): void {
  const stream = new StringStream(line, TAB, INDENT);
  while (!stream.eol()) {
    stream.start = stream.pos;
    const style = readToken(mode, stream, state);
    if (stream.pos <= stream.start) stream.skipToEnd();
    const text = line.slice(stream.start, stream.pos);
    push(text, classOf(style, text));
  }
}

/** Reads the next token, and returns the mode's name for its type. If the mode fails, the name is empty. */
function readToken(mode: StreamParser<unknown>, stream: StringStream, state: unknown): string {
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const style = mode.token(stream, state);
      // Some modes return undefined, contrary to their type.
      if (stream.pos > stream.start) return style ?? "";
    }
  } catch {
    stream.pos = stream.start;
  }
  return "";
}

function classOf(style: string, text: string): string {
  if (text.trim() === "") return "";
  const [first = ""] = style.trim().split(" ");
  const special = SPECIAL_CLASSES[first];
  if (special !== undefined) return special;
  const [base = ""] = first.split(".");
  if (base === "number") return /^\d*\.|^\d+e/i.test(text) ? "mf" : "mi";
  return CLASSES[base] ?? classOfUnknown(text);
}

/** Returns a class for punctuation such as brackets, for which modes often return no name. */
function classOfUnknown(text: string): string {
  return /^[^\s\w$]+$/.test(text) && /^[!-~]+$/.test(text) ? "p" : "";
}
