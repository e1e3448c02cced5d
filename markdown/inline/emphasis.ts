import type { StateInline } from "markdown-it";
import { applyReplacements, OPAQUE_CHARACTER, createOutline, type TextReplacement } from "./text-outline.ts";

interface Style {
  readonly pattern: RegExp;
  /** Elements that the style creates, outermost first, each with the length of its delimiter. */
  readonly elements: readonly (readonly [tag: string, length: number])[];
}

/**
 * Styles in order of precedence. If two overlap, the earlier style applies and the delimiters of the later one remain
 * text. The content of a style is searched only for later styles, because the earlier ones have already been found.
 */
const STYLES: readonly Style[] = [
  {
    pattern: /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g,
    elements: [
      ["strong", 2],
      ["em", 1],
    ],
  },
  { pattern: /\*\*([^\n]+?)\*\*/g, elements: [["strong", 2]] },
  { pattern: /\*(?!\s)([^*^\n]+)(?<!\s)\*/g, elements: [["em", 1]] },
  { pattern: /(?<!~)~~([^~\n]+?)~~(?!~)/g, elements: [["del", 2]] },
];

/** Tags of emphasis. Unlike in other elements, the content of these is still processed as text. */
export const EMPHASIS_ELEMENTS: ReadonlySet<string> = new Set(
  STYLES.flatMap(({ elements }) => elements.map(([tag]) => tag)),
);

/**
 * Runs after all other inline syntax except emoji has been recognized, so delimiters in code, links and mentions have
 * no effect.
 */
export function emphasis(state: StateInline): void {
  if (!/\*|~~/.test(state.src)) return;
  const cuts: TextReplacement[] = [];
  findMarks(state, createOutline(state.tokens), 0, STYLES, cuts);
  applyReplacements(
    state,
    cuts.sort((one, other) => one.offset - other.offset),
  );
}

function findMarks(
  state: StateInline,
  outline: string,
  offset: number,
  styles: readonly Style[],
  cuts: TextReplacement[],
): void {
  let rest = outline;
  for (const [index, { pattern, elements }] of styles.entries()) {
    const weaker = styles.slice(index + 1);
    rest = rest.replace(pattern, (whole: string, inner: string, at: number) => {
      let start = offset + at;
      let end = start + whole.length;
      for (const [tag, length] of elements) {
        cuts.push({ offset: start, length, tokens: [new state.Token(`${tag}_open`, tag, 1)] });
        cuts.push({ offset: end - length, length, tokens: [new state.Token(`${tag}_close`, tag, -1)] });
        start += length;
        end -= length;
      }
      findMarks(state, inner, start, weaker, cuts);
      return OPAQUE_CHARACTER.repeat(whole.length);
    });
  }
}
