import {
  EXTRA_EMOJI_IMAGES,
  extraEmoji,
  findUnicodeEmojiNames,
  normalizeUnicodeEmojiCode,
  findUnicodeEmoji,
} from "@parlance/emoji/index.ts";
import type { RenderContext } from "../render-context.ts";
import type { Lookups } from "../render-types.ts";
import { Token, type Attributes } from "../token.ts";
import { EMPHASIS_ELEMENTS } from "./emphasis.ts";
import { elementTokens, pushReplacedText, type TextReplacement } from "./text-outline.ts";

const EMOTICONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ":)": "smile",
    "(:": "smile",
    ":(": "frown",
    "<3": "heart",
    ":|": "neutral",
    ":/": "confused",
    ";)": "wink",
    ":D": "grinning",
    ":o": "open_mouth",
    ":O": "open_mouth",
    ":p": "stuck_out_tongue",
    ":P": "stuck_out_tongue",
  }),
);

const NAME = String.raw`:(?<name>[\p{L}\p{M}\p{N}_+-]+):`;
const EMOTICON = String.raw`(?<![^\s,.;?!()[\]"'])(?<emoticon>:[)(|/DoOpP]|\(:|<3|;\))(?![^\s,.;?!()[\]"'])`;
const ZWJ_PART = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F)?`;
const TAGS = String.raw`[\u{E0020}-\u{E007E}]+\u{E007F}`;
const SEQUENCE = String.raw`\p{RI}\p{RI}|[#*0-9]\uFE0F?\u20E3|(?![#*0-9])${ZWJ_PART}(?:${TAGS}|(?:\u200D${ZWJ_PART})*)`;
const WITHOUT_EMOTICONS = new RegExp(`${NAME}|(?<sequence>${SEQUENCE})`, "gu");
const WITH_EMOTICONS = new RegExp(`${NAME}|${EMOTICON}|(?<sequence>${SEQUENCE})`, "gu");

/** Matches every text that may contain emoji. Most texts do not match. */
const MAY_BE_EMOJI = /[©®\u200D-\uFFFF]|:[^\s:]+:/;
/** Matches every text that may contain emoticons. */
export const MAY_BE_EMOTICON = /:[)(|/DoOpP]|\(:|<3|;\)/;
const SHOWN_AS_PICTURE = /^\p{Emoji_Presentation}|\uFE0F|\u20E3$/u;

/**
 * Replaces names of emoji, emoticons and emoji characters in the tokens of a text. Runs last; links, mentions and times
 * are not changed.
 */
export function replaceEmoji(tokens: Token[], text: string, { lookups }: RenderContext): Token[] {
  if (!MAY_BE_EMOJI.test(text) && !(lookups.translateEmoticons && MAY_BE_EMOTICON.test(text))) return tokens;
  const result: Token[] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const change = EMPHASIS_ELEMENTS.has(token.tag) ? 0 : token.nesting;
    depth += change;
    if (depth > 0 || token.type !== "text") result.push(token);
    else pushReplacedText(token.content, 0, emojiIn(tokens, index, lookups), result);
  }
  return result;
}

function emojiIn(tokens: readonly Token[], index: number, lookups: Lookups): TextReplacement[] {
  const text = tokens[index]?.content ?? "";
  const cuts: TextReplacement[] = [];
  for (const { 0: whole, index: at, groups } of text.matchAll(
    lookups.translateEmoticons ? WITH_EMOTICONS : WITHOUT_EMOTICONS,
  )) {
    const { name, emoticon, sequence } = groups ?? {};
    if (emoticon !== undefined && !standsAlone(tokens, index, at, at + whole.length)) continue;
    const replacement =
      sequence === undefined
        ? namedEmoji(name ?? EMOTICONS.get(emoticon ?? "") ?? "", lookups)
        : unicodeEmoji(sequence);
    if (replacement) cuts.push({ offset: at, length: whole.length, tokens: replacement });
  }
  return cuts;
}

/**
 * Returns whether an emoticon is separated from the text around it. After an emoticon at the end of a text token, only
 * the end of emphasis or of the line may follow.
 */
function standsAlone(tokens: readonly Token[], index: number, start: number, end: number): boolean {
  const previous = tokens[index - 1];
  const following = tokens[index + 1];
  const isFreeBefore = !previous || previous.type === "line_break" || previous.nesting > 0;
  const isFreeAfter = !following || following.type === "line_break" || following.nesting < 0;
  const length = tokens[index]?.content.length;
  return (start > 0 || isFreeBefore) && (end !== length || isFreeAfter);
}

function namedEmoji(name: string, { customEmoji }: Lookups): Token[] | null {
  const source = customEmoji?.get(name) ?? (extraEmoji.has(name) ? `${EXTRA_EMOJI_IMAGES}/${name}.png` : undefined);
  if (source !== undefined) return [picture(name, source)];
  const code = findUnicodeEmoji(name);
  return code === undefined ? null : character(name, code);
}

function unicodeEmoji(sequence: string): Token[] | null {
  if (!SHOWN_AS_PICTURE.test(sequence) && !/^\p{RI}|\u200D|\p{Emoji_Modifier}/u.test(sequence)) return null;
  const points = Array.from(sequence, (point) => (point.codePointAt(0) ?? 0).toString(16).padStart(4, "0"));
  const code = normalizeUnicodeEmojiCode(points.join("-"));
  const name = code === undefined ? undefined : findUnicodeEmojiNames(code)?.[0];
  return code === undefined || name === undefined ? null : character(name, code);
}

function character(name: string, code: string): Token[] {
  const title = name.replaceAll("_", " ");
  const attributes: Attributes = [
    ["aria-label", title],
    ["class", `emoji emoji-${code}`],
    ["role", "img"],
    ["title", title],
  ];
  return elementTokens("span", attributes, `:${name}:`);
}

function picture(name: string, source: string): Token {
  const token = new Token("emoji_picture", "img", 0);
  token.attributes = [
    ["alt", `:${name}:`],
    ["class", "emoji"],
    ["src", source],
    ["title", name.replaceAll("_", " ")],
  ];
  return token;
}
