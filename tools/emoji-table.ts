import { readFileSync } from "node:fs";
import { gemoji } from "gemoji";
import unicodeEmoji from "unicode-emoji-json/data-by-emoji.json" with { type: "json" };
import { stripVariationSelectors } from "../emoji/emoji-code.ts";

/** The names of emoji that clients know, by the code of the emoji. */
const clientNames = JSON.parse(
  readFileSync(new URL("../emoji/client-names.json", import.meta.url), "utf8"),
) as Readonly<Record<string, readonly string[]>>;

/** The codes that clients know, by the same code without variation selectors. */
const clientCodes: ReadonlyMap<string, string> = new Map(
  Object.keys(clientNames).map((code) => [stripVariationSelectors(code), code]),
);

/**
 * Returns the code of an emoji: its code points in hexadecimal with at least four digits, joined by dashes. If clients
 * know the emoji, its code has the variation selectors that they expect; otherwise it has none.
 */
function codeOf(emoji: string): string {
  const points = [...emoji].map((character) => character.codePointAt(0)?.toString(16).padStart(4, "0"));
  const code = stripVariationSelectors(points.join("-"));
  return clientCodes.get(code) ?? code;
}

/**
 * Returns the names of the emoji by code, in the order of the Unicode standard. The primary name comes first. If
 * several sources give the same name to different emoji, the name belongs to the first of these: the emoji that clients
 * know under this name, the emoji with this short name in gemoji, the emoji with this name in Unicode.
 */
function emojiNames(): Map<string, string[]> {
  const codes = Object.keys(unicodeEmoji).map(codeOf);
  const claims = [
    new Map(Object.entries(clientNames)),
    new Map(gemoji.map(({ emoji, names }) => [codeOf(emoji), names])),
    new Map(Object.entries(unicodeEmoji).map(([emoji, { slug }]) => [codeOf(emoji), [slug]])),
  ];
  const names = new Map<string, string[]>(codes.map((code) => [code, []]));
  const used = new Set<string>();
  for (const claim of claims) {
    for (const [code, claimed] of claim) {
      const free = claimed.filter((name) => !used.has(name));
      for (const name of free) used.add(name);
      names.get(code)?.push(...free);
    }
  }
  const unknown = Object.keys(clientNames).filter((code) => !names.has(code));
  if (unknown.length > 0) throw new Error(`clients know emoji that Unicode does not: ${unknown.join(", ")}`);
  const nameless = [...names].filter(([, own]) => own.length === 0);
  if (nameless.length > 0) throw new Error(`emoji without a name: ${nameless.map(([code]) => code).join(", ")}`);
  return names;
}

/** Returns the groups of emoji in the order of the Unicode standard, each with the code of its first emoji. */
function groupStartCodes(): (readonly [string, string])[] {
  const all = Object.entries(unicodeEmoji).map(([emoji, { group }]) => [group, codeOf(emoji)] as const);
  return all.filter(([group], index) => group !== all[index - 1]?.[0]);
}

/** Returns the content of the generated file. */
export function emojiTable(): string {
  const lines = [...emojiNames()].map(([code, names]) => [code, ...names].join(" "));
  return `// Made by \`npm run generate -- emoji\`; do not edit. The names are those that clients know (client-names.json), then those of
// unicode-emoji-json (MIT, © 2019 Mu-An Chiou) and gemoji (MIT, © 2014 Titus Wormer).

/** A line an emoji: its code, then its names. */
export const table = \`${lines.join("\n")}\`;

/** Unicode's groups, each with the code that it begins with. */
export const groupStarts = [
${groupStartCodes()
  .map(([group, code]) => `  ["${group}", "${code}"],`)
  .join("\n")}
] as const;
`;
}
