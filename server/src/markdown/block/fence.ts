import type { StateBlock } from "markdown-it";
import { contextOf, MAX_DEPTH } from "../context.ts";
import { languageName } from "../code/languages.ts";
import { indentOf, parseWithin, pushInline, textOf } from "./lines.ts";

const MARKS = /^(?:`{3,}|~{3,})/;
const LABEL = /^\{?\.?([a-zA-Z0-9_+,\-./#]*)(.*)$/;

interface Opening {
  /** The line that closes it. */
  readonly fence: string;
  readonly language: string;
  readonly header: string;
}

/** A block between two equal lines of backticks or tildes: code, formulas, a quote or a spoiler. Unclosed, it runs to the end. */
export function fence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = openingAt(state, startLine);
  if (!opening) return false;
  if (silent) return true;
  const isContainer = state.level < MAX_DEPTH && holdsBlocks(opening);
  const closing = isContainer
    ? closingOfContainer(state, startLine, endLine, opening)
    : closingOfCode(state, startLine, endLine, opening);
  if (opening.language === "math") pushFormulas(state, startLine, closing);
  else if (!isContainer) pushCode(state, startLine, closing, opening.language);
  else if (opening.language === "spoiler") pushSpoiler(state, startLine, closing, opening.header);
  else pushQuote(state, startLine, closing);
  state.line = closing < endLine && !isOutside(state, closing) ? closing + 1 : closing;
  return true;
}

function openingAt(state: StateBlock, line: number): Opening | undefined {
  if (indentOf(state, line) > 3) return undefined;
  const text = textOf(state, line).trimEnd();
  const marks = MARKS.exec(text)?.[0];
  if (marks === undefined) return undefined;
  const label = text.slice(marks.length).trim();
  if (/[`~]/.test(label)) return undefined;
  const [, language = "", header = ""] = LABEL.exec(label) ?? [];
  return { fence: marks, language, header: header.replace(/\}$/, "").trim() };
}

function holdsBlocks({ language }: Opening): boolean {
  return language === "quote" || language === "quoted" || language === "spoiler";
}

function isClosing(state: StateBlock, line: number, { fence: marks }: Opening): boolean {
  return indentOf(state, line) <= 3 && textOf(state, line).trimEnd() === marks;
}

/** Whether a container around the fence ends here, such as a list item. */
function isOutside(state: StateBlock, line: number): boolean {
  return indentOf(state, line) < 0 && !state.isEmpty(line);
}

function closingOfCode(state: StateBlock, startLine: number, endLine: number, opening: Opening): number {
  let line = startLine + 1;
  while (line < endLine && !isOutside(state, line) && !isClosing(state, line, opening)) line++;
  return line;
}

/** Within a quote or a spoiler other fences are paired first, so that equal ones nest. */
function closingOfContainer(state: StateBlock, startLine: number, endLine: number, opening: Opening): number {
  const open = [opening];
  let line = startLine + 1;
  for (; line < endLine && !isOutside(state, line); line++) {
    const innermost = open.at(-1) ?? opening;
    if (isClosing(state, line, innermost)) {
      open.pop();
      if (open.length === 0) break;
    } else if (holdsBlocks(innermost)) {
      const inner = openingAt(state, line);
      if (inner) open.push(inner);
    }
  }
  return line;
}

function pushCode(state: StateBlock, startLine: number, closing: number, language: string): void {
  const token = state.push("code_block", "code", 0);
  token.info = languageName(language === "" ? (contextOf(state.env).lookups.defaultCodeLanguage ?? "") : language);
  token.content = state.getLines(startLine + 1, closing, state.sCount[startLine] ?? 0, true);
}

/** One formula for each stretch between blank lines. */
function pushFormulas(state: StateBlock, startLine: number, closing: number): void {
  const text = state.getLines(startLine + 1, closing, state.sCount[startLine] ?? 0, false);
  const formulas = text.split(/\n(?:[ \t]*\n)+/).filter((formula) => formula.trim() !== "");
  if (formulas.length === 0) return;
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = "";
  inline.children = formulas.map((formula) => {
    const token = new state.Token("display_formula", "", 0);
    token.content = formula;
    return token;
  });
  state.push("paragraph_close", "p", -1);
}

function pushQuote(state: StateBlock, startLine: number, closing: number): void {
  state.push("blockquote_open", "blockquote", 1);
  parseWithin(state, startLine + 1, closing);
  state.push("blockquote_close", "blockquote", -1);
}

function pushSpoiler(state: StateBlock, startLine: number, closing: number, header: string): void {
  state.push("spoiler_open", "div", 1);
  if (header !== "") {
    state.push("paragraph_open", "p", 1);
    pushInline(state, header);
    state.push("paragraph_close", "p", -1);
  }
  state.push("spoiler_content", "div", 0);
  parseWithin(state, startLine + 1, closing);
  state.push("spoiler_close", "div", -1);
}
