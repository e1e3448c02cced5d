// Checks that certain product and company names do not occur in this project. They are listed as hashes, because a list
// in plain text would contain what it forbids.
import { hash } from "node:crypto";
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

/** SHA-256 of the lower-case name, by its length in characters. */
const FORBIDDEN: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [5, new Set(["01677e8adede64bc29eb63fbe7cbc5a724c40ad4d10f43c0b14d56ac3e39bf73"])],
  [6, new Set(["19c82dac3f7146d73db84b76f5ff7e28b0151393cd048bad3f1353a32fc40da3"])],
]);

/** Files with another product as their subject. All other files use the constants of `wire-aliases.ts`. */
const ALLOWED: readonly RegExp[] = [
  /^docs\/(?:clients|move-from-[\w-]+)\.md$/,
  /^tools\/stock-clients\//,
  /^kernel\/http\/wire-aliases(?:\.test)?\.ts$/,
  // Generated, with the default of the aliases' prefix.
  /^docs\/settings\.md$/,
  // Importers and integrations, with their commands, screens, documents, generated files and tests: files in such a
  // folder, or with such a name.
  /^(?:cli|docs|server|web)\/(?:.*\/)?(?:\w+-)*(?:import|importer|integration)s?(?:-\w+)*[./]/,
];

/** Whether names of other products may occur in a file. */
export const isExempt = (path: string): boolean => ALLOWED.some((pattern) => pattern.test(path));

export const namesCheck: Check = createCheck(
  { name: "names", about: "no forbidden product or company name" },
  (path) => !isExempt(path),
  (files) => findForbiddenNames(files),
);

/**
 * Finds the positions where a forbidden name occurs, alone or inside a longer word, in a text or in a path. Each
 * distinct substring of a matching length is hashed once over all files.
 */
export function findForbiddenNames(files: readonly SourceFile[], forbidden = FORBIDDEN): string[] {
  const known = new Map<string, boolean>();
  const isForbidden = (stretch: string) => {
    const before = known.get(stretch);
    if (before !== undefined) return before;
    const answer = forbidden.get(stretch.length)?.has(hash("sha256", stretch)) === true;
    known.set(stretch, answer);
    return answer;
  };
  const verdicts = new Map<string, boolean>();
  const holdsName = (word: string) => {
    const answer =
      verdicts.get(word) ?? [...forbidden.keys()].some((length) => substrings(word, length).some(isForbidden));
    verdicts.set(word, answer);
    return answer;
  };
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return files.flatMap(({ path, text }) => {
    const inPath = wordsOf(path).some(holdsName) ? [`${path}: a forbidden name in the path`] : [];
    if (text === undefined || !wordsOf(text).some(holdsName)) return inPath;
    const lines = text.split("\n").flatMap((line, index) => (wordsOf(line).some(holdsName) ? [index + 1] : []));
    return [...inPath, ...lines.map((line) => `${path}:${line}: a forbidden name`)];
  });
}

function substrings(word: string, length: number): string[] {
  return Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) => word.slice(at, at + length));
}
