import { createTextToken, Token, type Attributes } from "../token.ts";

/** Placeholder for elements whose content later rules must not see. It must be neither a delimiter nor a space. */
export const OPAQUE_CHARACTER = "\uFFFC";

/** A replacement for a part of an outline. */
export interface TextReplacement {
  /** Position in the outline. */
  readonly offset: number;
  readonly length: number;
  readonly tokens: readonly Token[];
}

/** Returns the outline of tokens: their text, in which each recognized element is a single placeholder character. */
export function createOutline(tokens: readonly Token[]): string {
  let outline = "";
  let depth = 0;
  for (const token of tokens) {
    if (token.nesting < 0) depth--;
    if (depth === 0) outline += outlineToken(token);
    if (token.nesting > 0) depth++;
  }
  return outline;
}

/** Returns the outline of a token. An element's placeholder is at its closing token. */
function outlineToken(token: Token): string {
  if (token.type === "text") return token.content;
  if (token.type === "line_break") return "\n";
  return token.nesting > 0 ? "" : OPAQUE_CHARACTER;
}

/**
 * Returns the tokens from which an outline was created, with replacements applied to their texts. The replacements must
 * be in order.
 */
export function applyReplacements(tokens: Token[], cuts: readonly TextReplacement[]): Token[] {
  if (cuts.length === 0) return tokens;
  const result: Token[] = [];
  let next = 0;
  let offset = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.nesting < 0) depth--;
    const length = depth === 0 ? outlineToken(token).length : 0;
    const first = next;
    while ((cuts[next]?.offset ?? Infinity) < offset + length) next++;
    if (next === first) result.push(token);
    else pushReplacedText(token.content, offset, cuts.slice(first, next), result);
    offset += length;
    if (token.nesting > 0) depth++;
  }
  return result;
}

/** Adds a text with its replacements applied. `offset`: position of the text in the outline. */
export function pushReplacedText(
  text: string,
  offset: number,
  cuts: readonly TextReplacement[],
  result: Token[],
): void {
  let from = 0;
  const pushText = (to: number) => {
    if (to > from) result.push(createTextToken(text.slice(from, to)));
  };
  for (const { offset: at, length, tokens } of cuts) {
    pushText(at - offset);
    result.push(...tokens);
    from = at - offset + length;
  }
  pushText(text.length);
}

/** Returns `<tag …>text</tag>` as tokens. The attributes must be in alphabetical order. */
export function elementTokens(tag: string, attributes: Attributes, text: string): Token[] {
  const opening = new Token(`${tag}_open`, tag, 1);
  opening.attributes = attributes;
  return [opening, createTextToken(text), new Token(`${tag}_close`, tag, -1)];
}
