import { parseFenceLine } from "./fence-line.ts";

/** Number of columns between tab stops. */
const TAB_WIDTH = 4;

const ITEM = /^ *(?:[*+-]|\d\.) +/;

/** Matches every text that needs more than splitting. Most texts do not match. */
const UNUSUAL = /[\t\r\0\uFDD0\uFDD1]|(?:^|\n) +\n/;

/**
 * Splits a text into lines. Replaces characters that the parser uses internally, expands tabs, and empties lines that
 * contain only spaces.
 */
export function splitLines(source: string): string[] {
  const text = source.trimEnd();
  if (!UNUSUAL.test(text)) return text.split("\n");
  return text
    .replaceAll(/[\0\uFDD0\uFDD1]/g, "\uFFFD")
    .split(/\r\n?|\n/)
    .map(cleanLine);
}

function cleanLine(line: string): string {
  const expanded = line.includes("\t") ? expandTabs(line) : line;
  return /^ *$/.test(expanded) ? "" : expanded;
}

function expandTabs(line: string): string {
  let expanded = "";
  for (const [index, part] of line.split("\t").entries()) {
    if (index > 0) expanded += " ".repeat(TAB_WIDTH - (expanded.length % TAB_WIDTH));
    expanded += part;
  }
  return expanded;
}

/** Inserts a blank line between a text and a list that follows it, and between lists of different types. */
export function separateLists(lines: readonly string[]): string[] {
  const result: string[] = [];
  const open: { marks: string; isCode: boolean }[] = [];
  let wasItem: RegExpExecArray | null = null;
  for (const [index, line] of lines.entries()) {
    const isItem = ITEM.exec(line);
    const previous = lines[index - 1];
    if (
      isItem &&
      previous &&
      !open.some(({ isCode }) => isCode) &&
      (!wasItem || isDigit(wasItem) !== isDigit(isItem))
    ) {
      result.push("");
    }
    result.push(line);
    wasItem = isItem;
    const fence = parseFenceLine(line);
    if (!fence) continue;
    const { marks, language } = fence;
    if (language === "" && open.at(-1)?.marks === marks) open.pop();
    else open.push({ marks, isCode: language !== "quote" && language !== "quoted" });
  }
  return result;
}

const isDigit = ([marker]: RegExpExecArray): boolean => /\d/.test(marker);
