// Checks that names and comments use the usual technical terms: names of files, exports, functions, types, variables,
// parameters and private members. A package may contain as many of the words below as `word-counts.json` allows, and
// these numbers may only decrease.
import { parseSync } from "oxc-parser";
import { readFiles, type SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";
import { collectNodes, isNode, lineNumber, type Node } from "./syntax-tree.ts";
import stored from "./word-counts.json" with { type: "json" };

/** The number of forbidden words of a package: in names, and in lines of comments. */
export interface WordCount {
  readonly names: number;
  readonly comments: number;
}

/** Words that a name may not have, and what names use instead. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  anybody: "any user",
  arrival: "callback, or received",
  arrive: "receive, or callback",
  arrived: "received",
  arrives: "receives, or callback",
  arriving: "incoming",
  ask: "request, or query",
  asked: "requested, or queried",
  asker: "viewer, or client",
  asking: "requesting, or querying",
  asks: "requests, or queries",
  bear: "have",
  begin: "start",
  beginning: "start, or prefix",
  begins: "starts",
  begun: "started",
  cast: "users",
  coming: "pending, or next",
  conclude: "finish",
  concluded: "finished",
  concludes: "finishes",
  crowd: "audience",
  depart: "start",
  departed: "pending",
  departing: "starting",
  departs: "starts",
  departure: "start",
  door: "access rule, or filter",
  doors: "access rules",
  drop: "delete, discard or remove",
  dropped: "deleted",
  dropping: "deleting",
  drops: "deletes",
  everybody: "all users",
  gave: "returned",
  give: "return, or grant",
  given: "granted",
  giver: "owner",
  gives: "returns",
  giving: "granting, or returning",
  having: "visible",
  hear: "receive",
  heard: "received",
  hearer: "recipient",
  hearers: "audience",
  hearing: "receiving",
  hears: "receives",
  held: "locked, or pending",
  hold: "lock, or contain",
  holder: "owner",
  holders: "owners",
  holding: "locking, or containing",
  holds: "has",
  keep: "store, cache or persist",
  keeper: "store",
  keepers: "stores",
  keeping: "storing",
  keeps: "stores",
  kept: "stored, cached or persisted",
  letter: "email",
  letters: "emails",
  manners: "policy",
  mend: "repair, or fix",
  mended: "repaired",
  mends: "repairs",
  mishap: "error",
  moments: "times",
  most: "max",
  nobody: "no user",
  owe: "pending",
  owed: "pending",
  owes: "pending",
  patience: "timeout",
  portion: "batch",
  said: "message, or stated",
  say: "show, or format",
  saying: "message",
  says: "states",
  sight: "visibility",
  somebody: "user",
  spot: "place",
  spots: "scope",
  standing: "status",
  standings: "statuses",
  stranger: "non-subscriber",
  strangers: "non-subscribers",
  stretch: "range",
  stretches: "ranges",
  stride: "batch",
  strides: "batches",
  sweep: "delete orphaned, or collect",
  take: "receive, acquire or read",
  taken: "received, or acquired",
  taker: "caller",
  takes: "receives, or acquires",
  taking: "receiving, or acquiring",
  tell: "notify, publish or report",
  telling: "notifying, or publishing",
  tells: "notifies, or publishes",
  told: "notified, published or reported",
  took: "received, or acquired",
  veil: "overlay",
  voucher: "login provider",
  vouchers: "login providers",
  whoever: "user",
  whom: "user",
  whomever: "user",
  wish: "request, or preference",
  wished: "requested",
  wishes: "requests, or preferences",
};

/** Terms of PostgreSQL, browsers, protocols and this product in which such a word has its usual technical meaning. */
const ALLOWED_TERMS: readonly string[] = [
  "at most",
  "drop database",
  "drop file",
  "drop indexes",
  "drop privileges",
  "drop target",
  "file drop",
  "given name",
  "is letter",
  "keep alive",
  "most recently",
  "most specific",
  // The system group `role:nobody`.
  "except nobody",
  "nobody allowed",
  "nobody group",
  "without nobody",
  "on drop",
  "take pictures",
  "take screenshot",
];
const ALLOWED = new RegExp(String.raw`\b(?:${ALLOWED_TERMS.join("|")})\b`, "g");

/**
 * Matches words that comments must not contain, because a usual technical term exists: verbs of speech for data that is
 * sent, pronouns for roles, and other words that are rare in technical text.
 */
const COMMENT_WORDS =
  /\b(?:somebody|everybody|whoever|whomever|anybody|tells?|told|telling|letters?|hears?|heard|hearers?|wish(?:es|ed)?|owes?|owed|bears?|mend(?:s|ed)?|conclude[sd]?|departs?|departed|arrivals?|stretch(?:es)?|strides?|in so far)\b|\bnobody\b(?<!role:nobody)/i;
/** Matches a comment that starts with a clause instead of a noun: "What is sent", "Who may". Questions are allowed. */
const CLAUSE = /^(?:What|Who|Whom|Whose|How (?:long|many|much))\b(?!.*\?)/;

const SOURCE = /\.(ts|tsx|mjs)$/;
const GENERATED = /\.generated\.ts$/;
/** Matches the files that contain the words as data. */
const LISTS = /^tools\/checks\/words(\.test)?\.ts$/;

export const words: Check = createCheck(
  { name: "words", about: "no more forbidden words in names and comments than tools/checks/word-counts.json says" },
  isChecked,
  (files) => newWords(files, stored),
);

function isChecked(path: string): boolean {
  return SOURCE.test(path) && !GENERATED.test(path) && !LISTS.test(path);
}

/** Returns the forbidden words of each package that has more of them than `allowed` says. */
export function newWords(files: readonly SourceFile[], allowed: Readonly<Record<string, WordCount>>): string[] {
  return [...Map.groupBy(files.flatMap(wordProblems), ({ where }) => packageOf(where))].flatMap(([name, all]) =>
    (["names", "comments"] as const).flatMap((kind) => {
      const found = all.filter((problem) => problem.kind === kind);
      const limit = allowed[name]?.[kind] ?? 0;
      if (found.length <= limit) return [];
      const places = found.map(({ where, advice }) => `  ${where}: ${advice}`);
      const summary = `${name}: ${found.length} forbidden words in ${kind}, ${limit} are allowed. They are among these:`;
      return [summary, ...places];
    }),
  );
}

/** Returns the content of word-counts.json: of each number, the lower of the current and the stored value. */
export function lowerCounts(
  files: readonly SourceFile[],
  before: Readonly<Record<string, WordCount>>,
): Readonly<Record<string, WordCount>> {
  const counts = new Map<string, { names: number; comments: number }>();
  for (const file of files.filter(({ path }) => isChecked(path))) {
    const count = counts.get(packageOf(file.path)) ?? { names: 0, comments: 0 };
    for (const { kind } of wordProblems(file)) count[kind] += 1;
    counts.set(packageOf(file.path), count);
  }
  const rows = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { names, comments }]) => {
      const limit = before[name] ?? { names: 0, comments: 0 };
      return [name, { names: Math.min(names, limit.names), comments: Math.min(comments, limit.comments) }] as const;
    });
  return Object.fromEntries(rows);
}

/** Returns the new content of word-counts.json, in which no number is higher than before. */
export function wordCountsJson(): string {
  return `${JSON.stringify(lowerCounts(readFiles(), stored), null, 2)}\n`;
}

const packageOf = (path: string): string => path.split("/", 1)[0] ?? path;

/** The forbidden words of a name, whether it is in camelCase, kebab-case or capitals. */
export function forbiddenWords(name: string): string[] {
  const spaced = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ");
  return spaced
    .replaceAll(ALLOWED, "")
    .split(" ")
    .filter((word) => Object.hasOwn(REPLACEMENTS, word));
}

/** A place where a forbidden word is used. */
export interface WordProblem {
  readonly kind: keyof WordCount;
  readonly where: string;
  readonly advice: string;
}

/** Finds the forbidden words in the path, the declared names and the comments of a file. */
export function wordProblems({ path, text = "" }: SourceFile): WordProblem[] {
  const base = path.slice(path.lastIndexOf("/") + 1).replace(/(\.test)?\.\w+$/, "");
  const { comments, module, program } = parseSync(path, text);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => (moduleRequest === null ? (exportName.name ?? []) : [])),
  );
  const isExported = new Set(exported);
  const declared = declaredNames(program as unknown as Node)
    .filter(({ name }) => !isExported.has(name) && forbiddenWords(name).length > 0)
    .flatMap(({ name, node }) => nameProblems(`${path}:${lineNumber(text, node)}`, name));
  const lines = comments.flatMap(({ value, start }) => commentProblems(path, text, value, start));
  return [...nameProblems(path, base), ...exported.flatMap((name) => nameProblems(path, name)), ...declared, ...lines];
}

interface DeclaredName {
  readonly name: string;
  readonly node: Node;
}

/** Returns the names that a file declares: of functions, classes, types, variables, parameters and private members. */
const declaredNames = (program: Node): DeclaredName[] =>
  collectNodes(program).flatMap((node) => {
    const { id, param, params, key } = node as Node & Record<"id" | "param" | "params" | "key", unknown>;
    const isPrivate = isNode(key) && key.type === "PrivateIdentifier";
    return [id, param, params, isPrivate && "value" in node ? key : null].flatMap(boundNames);
  });

/** Returns the names that a pattern binds, such as `a` and `b` of `{ a, x: [b = 1] }`. */
function boundNames(pattern: unknown): DeclaredName[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames);
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier" || pattern.type === "PrivateIdentifier")
    return [{ name: String(pattern["name"]), node: pattern }];
  if (pattern.type === "Property") return boundNames(pattern["value"]);
  if (pattern.type === "TSTypeParameter") return boundNames(pattern["name"]);
  const { properties, elements, left, argument } = pattern;
  return [properties, elements, left, argument].flatMap(boundNames);
}

function nameProblems(where: string, name: string): WordProblem[] {
  return forbiddenWords(name).map((word) => ({
    kind: "names",
    where,
    advice: `${name}: instead of “${word}” say ${REPLACEMENTS[word]}`,
  }));
}

function commentProblems(path: string, text: string, comment: string, start: number): WordProblem[] {
  const first = text.slice(0, start).split("\n").length;
  return comment.split("\n").flatMap((line, index): WordProblem[] => {
    const found = COMMENT_WORDS.exec(line) ?? (index === 0 ? CLAUSE.exec(line.replace(/^[*\s]+/, "")) : null);
    return found === null
      ? []
      : [{ kind: "comments", where: `${path}:${first + index}`, advice: `“${found[0].trim()}”` }];
  });
}
