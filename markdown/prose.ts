import type { Lookups, Rendered } from "./render-types.ts";
import { escapeText } from "./html.ts";
import { MAY_BE_EMOTICON } from "./inline/emoji.ts";
import { parseEmphasis } from "./inline/emphasis.ts";
import { createTextToken, type Token } from "./token.ts";

/** Maximum length of prose. Longer texts are left to the complete renderer, which limits the HTML. */
const MAX_PROSE_LENGTH = 100_000;

/**
 * Matches everything that may be more than plain text. May also match plain text, for which the complete renderer
 * returns the same HTML, only slower.
 */
const MARKUP = new RegExp(
  [
    // Code, mentions, channel links, email addresses, tables, and control characters such as tabs.
    "[`@|\\0-\\t\\v-\\x1f]|#_?\\*",
    // At the start of a line: numbered items, headings, quotes, rules, items and indentation. The text is not empty.
    "(?:^|\\n)(?:\\d+\\. |[#>_+-]|\\*(?!\\*?[^\\s*])|[^\\S\\n])|^(?:\\n|$)",
    // Fences and deleted text, formulas, links with a label, times, and character references.
    "~~|\\$\\$|\\]\\(|<time:|&[^\\s&;]+;",
    // URLs, and names of emoji.
    ":(?:\\/\\/|[^\\s:]+:)",
    // Domains: every top-level domain starts with two of these characters.
    "\\.[a-z\\u00a1-\\u1fff\\u2c00-\\uffff]{2}",
    // Emoji, and the characters that make other characters into emoji.
    "[\\u2300-\\u2bff\\ud800-\\udfff\\ufe0f\\u20e3]",
    // Line separators, and characters that stand for parts of the text during parsing.
    "[\\u2028\\u2029\\ufdd0\\ufdd1]",
  ].join("|"),
);

/** The result of rendering prose, except the HTML. */
const NO_FINDINGS: Omit<Rendered, "html"> = {
  mentions: { users: [], silentUsers: [], groups: [], channelWildcard: false, topicWildcard: false },
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  attachments: [],
  links: [],
  pages: [],
};

/**
 * Renders a text if it is prose: paragraphs in which the renderer replaces only emphasis and reports nothing. Most
 * messages are. Returns undefined for other texts, for all texts if there are linkifiers, and for texts with emoticons
 * if these become emoji. Needs no other lookups, so it can be called before the text's references are loaded.
 */
export function renderIfProse(
  source: string,
  { linkifiers = [], translateEmoticons = false }: Pick<Lookups, "linkifiers" | "translateEmoticons">,
): Rendered | undefined {
  if (linkifiers.length > 0 || source.length > MAX_PROSE_LENGTH) return undefined;
  const text = source.trimEnd();
  if (MARKUP.test(text) || (translateEmoticons && MAY_BE_EMOTICON.test(text))) return undefined;
  const html = text.includes("*") ? renderEmphasis(text) : escapeText(text);
  return { html: toParagraphs(html), ...NO_FINDINGS };
}

/** Renders the emphasis in a text without other markup. Emphasis never continues on the next line. */
function renderEmphasis(text: string): string {
  const lines = text.split("\n").map((line) => parseEmphasis([createTextToken(line)], line));
  return lines.map((tokens) => tokens.map(writeToken).join("")).join("\n");
}

function writeToken({ nesting, tag, content }: Token): string {
  if (nesting === 0) return escapeText(content);
  return nesting > 0 ? `<${tag}>` : `</${tag}>`;
}

function toParagraphs(html: string): string {
  if (!html.includes("\n")) return `<p>${html}</p>`;
  const paragraphs = html.split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>\n")}</p>`).join("\n");
}
