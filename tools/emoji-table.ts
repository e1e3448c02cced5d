import { gemoji } from "gemoji";
import unicodeEmoji from "unicode-emoji-json/data-by-emoji.json" with { type: "json" };

/** First names that the protocol's clients expect, where our sources call these emoji otherwise or mean others by them. */
const firstNames: Readonly<Record<string, string>> = {
  "1f604": "big_smile",
  "1f610": "neutral",
  "1f641": "frown",
  "1f642": "smile",
  "1f44d": "thumbs_up",
  "1f44e": "thumbs_down",
};

/** Asks for a picture where a letter would do as well; codes leave it out. */
const PICTURE = "\ufe0f";

/** Code points in hex, four digits at least, joined by dashes. */
const codeOf = (emoji: string): string =>
  [...emoji]
    .filter((character) => character !== PICTURE)
    .map((character) => character.codePointAt(0)?.toString(16).padStart(4, "0"))
    .join("-");

/**
 * Names by code, in Unicode's order: first the name that the emoji goes by. Each name is that of one emoji alone; where
 * several claim it, a first name counts most, then the short names that people type, then Unicode's own.
 */
function emojiNames(): Map<string, string[]> {
  const codes = Object.keys(unicodeEmoji).map(codeOf);
  const claims = [
    new Map(Object.entries(firstNames).map(([code, name]) => [code, [name]])),
    new Map(gemoji.map(({ emoji, names }) => [codeOf(emoji), names])),
    new Map(Object.entries(unicodeEmoji).map(([emoji, { slug }]) => [codeOf(emoji), [slug]])),
  ];
  const names = new Map<string, string[]>(codes.map((code) => [code, []]));
  const taken = new Set<string>();
  for (const claim of claims) {
    for (const [code, claimed] of claim) {
      const free = claimed.filter((name) => !taken.has(name));
      for (const name of free) taken.add(name);
      names.get(code)?.push(...free);
    }
  }
  const nameless = [...names].filter(([, own]) => own.length === 0);
  if (nameless.length > 0) throw new Error(`emoji without a name: ${nameless.map(([code]) => code).join(", ")}`);
  return names;
}

/** The table as a file of ours. */
export function emojiTable(): string {
  const lines = [...emojiNames()].map(([code, names]) => [code, ...names].join(" "));
  return `// Made by \`npm run generate -- emoji\`; do not edit. The names are from unicode-emoji-json (MIT, © 2019 Mu-An Chiou) and
// gemoji (MIT, © 2014 Titus Wormer).

/** A line an emoji: its code, then its names. */
export const table = \`${lines.join("\n")}\`;
`;
}
