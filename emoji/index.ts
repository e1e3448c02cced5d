import { stripVariationSelectors } from "./emoji-code.ts";
import { groupStarts, table } from "./table.generated.ts";

/** The names of the Unicode emoji, by code. In the order of the Unicode standard. */
export const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  table.split("\n").map((line) => {
    const [code = "", ...names] = line.split(" ");
    return [code, names];
  }),
);

/** A group of emoji as defined by Unicode, such as food or animals. */
export type EmojiGroup = (typeof groupStarts)[number][0];

/** Returns the codes of the Unicode emoji in each group, in the order of the Unicode standard. */
export function codesByGroup(): ReadonlyMap<EmojiGroup, readonly string[]> {
  const codes = [...namesByCode.keys()];
  const starts = groupStarts.map(([group, code]) => [group, codes.indexOf(code)] as const);
  return new Map(starts.map(([group, start], index) => [group, codes.slice(start, starts[index + 1]?.[1])]));
}

const codesByName: ReadonlyMap<string, string> = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [name, code])),
);

const knownCodes: ReadonlyMap<string, string> = new Map(
  [...namesByCode.keys()].map((code) => [stripVariationSelectors(code), code]),
);

/**
 * Returns the code of the Unicode emoji with a name. The code consists of the code points in hexadecimal, joined by
 * dashes.
 */
export const findUnicodeEmoji = (name: string): string | undefined => codesByName.get(name);

/** Returns the canonical code of a Unicode emoji. Variation selectors in the given code are ignored. */
export const normalizeUnicodeEmojiCode = (code: string): string | undefined =>
  knownCodes.get(stripVariationSelectors(code));

/** Returns the names of a Unicode emoji. The primary name comes first. */
export const findUnicodeEmojiNames = (code: string): readonly string[] | undefined =>
  namesByCode.get(normalizeUnicodeEmojiCode(code) ?? code);

/** Emoji that are built into the server and do not exist in Unicode. Their codes are their names. */
export const extraEmoji: ReadonlySet<string> = new Set(["parlance"]);

/** Path of the images of the built-in emoji on an organization's server. An image is named `<name>.png`. */
export const EXTRA_EMOJI_IMAGES = "/static/generated/emoji/images/emoji/unicode";
