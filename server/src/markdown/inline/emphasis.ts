import type { StateInline, Token } from "markdown-it";

/** One end of an emphasized stretch. */
interface Mark {
  readonly at: number;
  readonly length: number;
  readonly tag: string;
  readonly nesting: 1 | -1;
}

interface Style {
  readonly pattern: RegExp;
  /** The elements, outermost first, each with the length of its delimiter. */
  readonly elements: readonly (readonly [tag: string, length: number])[];
}

/**
 * In the order of precedence: where two overlap, the earlier style wins and the later one is left as text. What one
 * style encloses is searched for those below it only.
 */
const STYLES: readonly Style[] = [
  {
    pattern: /\*\*\*(?!\s)([^*\n]+)(?<!\s)\*\*\*/g,
    elements: [
      ["strong", 2],
      ["em", 1],
    ],
  },
  { pattern: /\*\*([^\n]+?)\*\*/g, elements: [["strong", 2]] },
  { pattern: /\*(?!\s)([^*\n]+)(?<!\s)\*/g, elements: [["em", 1]] },
  { pattern: /(?<!~)~~([^~\n]+?)~~(?!~)/g, elements: [["del", 2]] },
];

/** Stands for what emphasis cannot look into; any character would do that is no delimiter and no space. */
const OPAQUE = "\uFFFC";

/**
 * Runs when everything else in the text has been recognized, so that code, links and mentions are opaque to it. It
 * works on an outline of the text, in which each of these is one character.
 */
export function emphasis(state: StateInline): void {
  if (!/\*|~~/.test(state.src)) return;
  const outline = outlineOf(state.tokens);
  const marks: Mark[] = [];
  findMarks(outline, 0, STYLES, marks);
  if (marks.length === 0) return;
  marks.sort((one, other) => one.at - other.at);
  const tokens = insertMarks(state, marks);
  state.tokens.length = 0;
  for (const token of tokens) state.tokens.push(token);
}

function outlineOf(tokens: readonly Token[]): string {
  let outline = "";
  let depth = 0;
  for (const token of tokens) {
    if (token.nesting < 0) depth--;
    if (depth === 0) outline += outlineOfOne(token);
    if (token.nesting > 0) depth++;
  }
  return outline;
}

/** An element counts when it closes. */
function outlineOfOne(token: Token): string {
  if (token.type === "text") return token.content;
  if (token.type === "line_break") return "\n";
  return token.nesting > 0 ? "" : OPAQUE;
}

function findMarks(outline: string, offset: number, styles: readonly Style[], marks: Mark[]): void {
  let rest = outline;
  for (const [index, { pattern, elements }] of styles.entries()) {
    const weaker = styles.slice(index + 1);
    rest = rest.replace(pattern, (whole: string, inner: string, at: number) => {
      let start = offset + at;
      let end = start + whole.length;
      for (const [tag, length] of elements) {
        marks.push({ at: start, length, tag, nesting: 1 }, { at: end - length, length, tag, nesting: -1 });
        start += length;
        end -= length;
      }
      findMarks(inner, start, weaker, marks);
      return OPAQUE.repeat(whole.length);
    });
  }
}

/** Cuts the text tokens at the delimiters and puts the elements' ends in their place. */
function insertMarks(state: StateInline, marks: readonly Mark[]): Token[] {
  const result: Token[] = [];
  let next = 0;
  let offset = 0;
  let depth = 0;
  for (const token of state.tokens) {
    if (token.nesting < 0) depth--;
    const length = depth === 0 ? outlineOfOne(token).length : 0;
    const first = next;
    while ((marks[next]?.at ?? Infinity) < offset + length) next++;
    if (next === first) result.push(token);
    else result.push(...cutText(state, token.content, offset, marks.slice(first, next)));
    offset += length;
    if (token.nesting > 0) depth++;
  }
  return result;
}

function cutText(state: StateInline, text: string, offset: number, marks: readonly Mark[]): Token[] {
  const result: Token[] = [];
  let from = 0;
  const pushText = (to: number) => {
    if (to <= from) return;
    const token = new state.Token("text", "", 0);
    token.content = text.slice(from, to);
    result.push(token);
  };
  for (const { at, length, tag, nesting } of marks) {
    pushText(at - offset);
    result.push(new state.Token(`${tag}_${nesting > 0 ? "open" : "close"}`, tag, nesting));
    from = at - offset + length;
  }
  pushText(text.length);
  return result;
}
