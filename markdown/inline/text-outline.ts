import type { StateInline, Token } from "markdown-it";

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

/** Applies replacements, which must be in order, to the text tokens from which the outline was created. */
export function applyReplacements(state: StateInline, cuts: readonly TextReplacement[]): void {
  if (cuts.length === 0) return;
  const result: Token[] = [];
  let next = 0;
  let offset = 0;
  let depth = 0;
  for (const token of state.tokens) {
    if (token.nesting < 0) depth--;
    const length = depth === 0 ? outlineToken(token).length : 0;
    const first = next;
    while ((cuts[next]?.offset ?? Infinity) < offset + length) next++;
    if (next === first) result.push(token);
    else pushReplacedText(state, token.content, offset, cuts.slice(first, next), result);
    offset += length;
    if (token.nesting > 0) depth++;
  }
  state.tokens.length = 0;
  for (const token of result) state.tokens.push(token);
}

/** Adds a text with its replacements applied. `offset`: position of the text in the outline. */
export function pushReplacedText(
  state: StateInline,
  text: string,
  offset: number,
  cuts: readonly TextReplacement[],
  result: Token[],
): void {
  let from = 0;
  const pushText = (to: number) => {
    if (to <= from) return;
    const token = new state.Token("text", "", 0);
    token.content = text.slice(from, to);
    result.push(token);
  };
  for (const { offset: at, length, tokens } of cuts) {
    pushText(at - offset);
    result.push(...tokens);
    from = at - offset + length;
  }
  pushText(text.length);
}

/** Returns `<tag …>text</tag>` as tokens. The attributes must be in alphabetical order. */
export function elementTokens(state: StateInline, tag: string, attributes: [string, string][], text: string): Token[] {
  const opening = new state.Token(`${tag}_open`, tag, 1);
  opening.attrs = attributes;
  const content = new state.Token("text", "", 0);
  content.content = text;
  return [opening, content, new state.Token(`${tag}_close`, tag, -1)];
}
