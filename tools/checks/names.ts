// Checks that the project does not contain certain names of products and companies. They are listed as hashes, because
// a list in plain text would itself contain them.
import { hash } from "node:crypto";
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

/** SHA-256 hashes of the names in lower case, by the length of the name in characters. */
const FORBIDDEN: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [5, new Set(["01677e8adede64bc29eb63fbe7cbc5a724c40ad4d10f43c0b14d56ac3e39bf73"])],
  [6, new Set(["19c82dac3f7146d73db84b76f5ff7e28b0151393cd048bad3f1353a32fc40da3"])],
]);

/** Matches files that are about another product. All other files use the constants of `wire-aliases.ts`. */
const ALLOWED: readonly RegExp[] = [
  /^docs\/(?:clients|move-from-[\w-]+)\.md$/,
  /^tools\/stock-clients\//,
  /^kernel\/http\/wire-aliases(?:\.test)?\.ts$/,
  // This file is generated, and contains the default prefix of the aliases.
  /^docs\/settings\.md$/,
  // Files of importers and integrations, recognized by the name of the file or one of its folders: commands, screens,
  // documents, generated files and tests.
  /^(?:cli|docs|server|web)\/(?:.*\/)?(?:\w+-)*(?:import|importer|integration)s?(?:-\w+)*[./]/,
];

/** Returns true if a file may contain names of other products. */
export const isExempt = (path: string): boolean => ALLOWED.some((pattern) => pattern.test(path));

export const namesCheck: Check = createCheck(
  { name: "names", about: "no forbidden product or company name" },
  (path) => !isExempt(path),
  (files) => findForbiddenNames(files),
);

/**
 * Finds the places where a text or a path contains a forbidden name, alone or within a longer word. Each distinct
 * substring of the right length is hashed only once for all files.
 */
export function findForbiddenNames(files: readonly SourceFile[], forbidden = FORBIDDEN): string[] {
  const known = new Map<string, boolean>();
  const isForbidden = (substring: string) => {
    const before = known.get(substring);
    if (before !== undefined) return before;
    const answer = forbidden.get(substring.length)?.has(hash("sha256", substring)) === true;
    known.set(substring, answer);
    return answer;
  };
  const verdicts = new Map<string, boolean>();
  const containsName = (word: string) => {
    const answer =
      verdicts.get(word) ?? [...forbidden.keys()].some((length) => substrings(word, length).some(isForbidden));
    verdicts.set(word, answer);
    return answer;
  };
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return files.flatMap(({ path, text }) => {
    const inPath = wordsOf(path).some(containsName) ? [`${path}: a forbidden name in the path`] : [];
    if (text === undefined || !wordsOf(text).some(containsName)) return inPath;
    const lines = text.split("\n").flatMap((line, index) => (wordsOf(line).some(containsName) ? [index + 1] : []));
    return [...inPath, ...lines.map((line) => `${path}:${line}: a forbidden name`)];
  });
}

function substrings(word: string, length: number): string[] {
  return Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) => word.slice(at, at + length));
}
