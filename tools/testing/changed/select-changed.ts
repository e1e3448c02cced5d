// `npm test -- --changed`: selects the tests that the changes in the working directory can affect.
import { readFiles } from "../../source-files.ts";
import { findImports } from "../../imports.ts";
import type { Durations } from "../durations.ts";
import { isSlow } from "../select-tests.ts";
import { findAffectedTests } from "./affected-tests.ts";
import { listChangedFiles } from "./changed-files.ts";
import { chooseTests, type TestChoice } from "./choose-tests.ts";
import { SMOKE_TESTS } from "./smoke-tests.ts";

const SOURCE = /(\.(ts|tsx|mjs)|^package\.json|\/package\.json)$/;
const MAX_SHOWN_FILES = 10;

/** Changed files whose effect the import graph does not show, each with a hint for the user. */
const NOTES: readonly [RegExp, string][] = [
  [/(^|\/)package(-lock)?\.json$/, "a change of dependencies can affect every test: run npm test before you commit"],
  [/(^|\/)tsconfig[^/]*\.json$/, "compiler options affect no test: run npm run check -- types"],
  [/^testkit\//, "the test kit is part of every test: run npm test before you commit"],
  [
    /^tools\/(test\.ts|run\.mjs|testing\/|bootstrap\/)/,
    "this changes how all tests run: run npm test before you commit",
  ],
  [/^server\/migrations\//, "the schema can affect every test of the server: run npm test before you commit"],
  [/\.md$/, "the tests of tools/docs follow the documents: run npm test -- tools/docs"],
];

/** Selects the test files to run. Returns them with a report of the reasons. */
export function selectChanged(
  revision: string,
  { durations, processes }: { readonly durations: Durations; readonly processes: number },
): { files: readonly string[]; report: string } {
  const changed = listChangedFiles(revision);
  const sources = readFiles((path) => SOURCE.test(path));
  const tests = sources.map(({ path }) => path).filter((path) => path.endsWith(".test.ts"));
  const affected = findAffectedTests(changed, findImports(sources), tests);
  const choice = chooseTests(affected, { smokeTests: SMOKE_TESTS, isSlow, durations, processes });
  return { files: choice.chosen.map(({ file }) => file), report: describe(revision, changed, choice) };
}

function describe(revision: string, changed: readonly string[], { chosen, skipped, slow }: TestChoice): string {
  const more = changed.length > MAX_SHOWN_FILES ? `, and ${changed.length - MAX_SHOWN_FILES} more` : "";
  const width = Math.max(...chosen.map(({ file }) => file.length));
  const notes = NOTES.flatMap(([pattern, note]) => {
    const path = changed.find((one) => pattern.test(one));
    return path === undefined ? [] : [`note: ${path}: ${note}`];
  });
  return [
    `different from ${revision}: ${changed.slice(0, MAX_SHOWN_FILES).join(", ")}${more}`,
    "tests that run:",
    ...chosen.map(({ file, reason }) => `  ${file.padEnd(width)}  ${reason}`),
    ...(skipped.length > 0 ? [`${skipped.length} more affected test files do not fit into a minute: npm test`] : []),
    ...(slow.length > 0 ? [`${slow.length} affected test files are slow: npm test -- --slow`] : []),
    ...notes,
  ].join("\n");
}
