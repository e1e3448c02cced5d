import { stripVariationSelectors } from "./emoji-code.ts";
import { groupStarts, table } from "./table.generated.ts";

/** Names of the Unicode emoji, by code, in Unicode's order. */
export const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  table.split("\n").map((line) => {
    const [code = "", ...names] = line.split(" ");
    return [code, names];
  }),
);

/** A group of emoji in Unicode, such as food or animals. */
export type EmojiGroup = (typeof groupStarts)[number][0];

/** Returns the codes of the Unicode emoji in each group, in Unicode's order. */
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

/** Returns the code of the Unicode emoji of that name: its code points in hex, joined by dashes. */
export const findUnicodeEmoji = (name: string): string | undefined => codesByName.get(name);

/** Returns the canonical code of a Unicode emoji, given with or without variation selectors (U+FE0F). */
export const normalizeUnicodeEmojiCode = (code: string): string | undefined =>
  knownCodes.get(stripVariationSelectors(code));

/** Returns the names of a Unicode emoji, the primary name first. */
export const findUnicodeEmojiNames = (code: string): readonly string[] | undefined =>
  namesByCode.get(normalizeUnicodeEmojiCode(code) ?? code);

/** Emoji built into the server that Unicode does not have. Their codes are their names. */
export const extraEmoji: ReadonlySet<string> = new Set(["parlance"]);

/** Path on an organization's server of their images, `<name>.png`. */
export const EXTRA_EMOJI_IMAGES = "/static/generated/emoji/images/emoji/unicode";
