// Functions that parse HTML written by our renderer. This HTML is well formed, every `<` starts a tag, and every `&`
// starts an entity.

/** A piece of text in rendered HTML, without tags. */
export interface TextNode {
  /** Start and end of the text, as positions in the HTML. */
  readonly from: number;
  readonly to: number;
}

const TAG = /<[^<>]*>/g;

/** Elements of formulas (MathML) and drawings (SVG). Inside them, HTML elements do not have their usual meaning. */
const FOREIGN = /^<\/?(?:math|svg)[ >]/;

/** Iterates over the text between tags, except in formulas and drawings. */
export function* textNodes(html: string): Iterable<TextNode> {
  let [from, depth] = [0, 0];
  for (const tag of html.matchAll(TAG)) {
    if (tag.index > from && depth === 0) yield { from, to: tag.index };
    from = tag.index + tag[0].length;
    if (FOREIGN.test(tag[0])) depth += tag[0].startsWith("</") ? -1 : 1;
  }
  if (html.length > from && depth === 0) yield { from, to: html.length };
}

/** A character in the notation of HTML: an entity, or a code point. */
export const HTML_CHARACTER = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,30});|[^]/giu;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Decodes a character in the notation of HTML. */
export function decodeHtmlCharacter(written: string): string {
  if (written.length < 3 || !written.startsWith("&")) return written;
  const name = written.slice(1, -1);
  if (!name.startsWith("#")) return NAMED_ENTITIES[name] ?? written;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

const ENTITY = /&[#a-z0-9]+;/gi;
const EMOJI_CLASS = /^<[a-z]+ [^>]*\bclass="emoji emoji-([0-9a-f-]+)"/;
const EMOJI_IMAGE = /^<img [^>]*\bclass="emoji"/;
const ALT_TEXT = /\balt="([^"]*)"/;

/**
 * Returns the text of a message as users read it, with the alternative texts of emoji images, and separately the
 * Unicode emoji that the message contains.
 */
export function readableText(html: string): { readonly text: string; readonly emoji: string } {
  const emoji = new Set<string>();
  const text = html
    .replace(TAG, (tag) => {
      const codes = EMOJI_CLASS.exec(tag)?.[1];
      if (codes) emoji.add(emojiOf(codes));
      return EMOJI_IMAGE.test(tag) ? (ALT_TEXT.exec(tag)?.[1] ?? "") : "";
    })
    .replace(ENTITY, decodeHtmlCharacter);
  return { text: text.trim(), emoji: [...emoji].join(" ") };
}

const emojiOf = (codes: string): string =>
  String.fromCodePoint(
    ...codes
      .split("-")
      .map((code) => Number.parseInt(code, 16))
      .filter((code) => code <= 0x10ffff),
  );
