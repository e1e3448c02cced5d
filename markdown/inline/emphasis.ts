import { Token } from "../token.ts";
import { applyReplacements, OPAQUE_CHARACTER, createOutline, type TextReplacement } from "./text-outline.ts";

interface Style {
  readonly delimiter: string;
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
    delimiter: "***",
    pattern: /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g,
    elements: [
      ["strong", 2],
      ["em", 1],
    ],
  },
  { delimiter: "**", pattern: /\*\*([^\n]+?)\*\*/g, elements: [["strong", 2]] },
  { delimiter: "*", pattern: /\*(?!\s)([^*^\n]+)(?<!\s)\*/g, elements: [["em", 1]] },
  { delimiter: "~~", pattern: /(?<!~)~~([^~\n]+?)~~(?!~)/g, elements: [["del", 2]] },
];

/** Tags of emphasis. Unlike in other elements, the content of these is still processed as text. */
export const EMPHASIS_ELEMENTS: ReadonlySet<string> = new Set(
  STYLES.flatMap(({ elements }) => elements.map(([tag]) => tag)),
);

/**
 * Adds the emphasis in a text to its tokens. Runs after all other inline syntax except emoji has been
 * recognized, so delimiters in code, links and mentions have no effect.
 */
export function parseEmphasis(tokens: Token[], text: string): Token[] {
  if (!text.includes("*") && !text.includes("~~")) return tokens;
  const cuts: TextReplacement[] = [];
  findMarks(createOutline(tokens), 0, STYLES, cuts);
  return applyReplacements(
    tokens,
    cuts.sort((one, other) => one.offset - other.offset),
  );
}

function findMarks(outline: string, offset: number, styles: readonly Style[], cuts: TextReplacement[]): void {
  let rest = outline;
  for (const [index, { delimiter, pattern, elements }] of styles.entries()) {
    if (!rest.includes(delimiter)) continue;
    const weaker = styles.slice(index + 1);
    rest = rest.replace(pattern, (whole: string, inner: string, at: number) => {
      let start = offset + at;
      let end = start + whole.length;
      for (const [tag, length] of elements) {
        cuts.push({ offset: start, length, tokens: [new Token(`${tag}_open`, tag, 1)] });
        cuts.push({ offset: end - length, length, tokens: [new Token(`${tag}_close`, tag, -1)] });
        start += length;
        end -= length;
      }
      findMarks(inner, start, weaker, cuts);
      return OPAQUE_CHARACTER.repeat(whole.length);
    });
  }
}
