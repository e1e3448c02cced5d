// Checks that random tests can be repeated: the number of rounds and the seed must be taken from the test kit.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const PROPERTIES = "@parlance/testkit/random/assert-property.ts";
const RANDOM_RUNS = "@parlance/testkit/random/random-runs.ts";
/** The files that may call fast-check directly: the function of the test kit that does so, and its test. */
const OWN_FILES: ReadonlySet<string> = new Set([
  "testkit/random/assert-property.ts",
  "testkit/random/assert-property.test.ts",
]);

interface RandomnessRule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const RULES: readonly RandomnessRule[] = [
  { pattern: /\bfc\.(assert|check|sample|statistics)\(/, instead: `assertProperty() of ${PROPERTIES}` },
  { pattern: /\bnumRuns\b/, instead: `rounds and exploreRounds of assertProperty() (${PROPERTIES})` },
  { pattern: /\bMath\.random\b/, instead: `SeededRandom with the seed of randomRun() (${RANDOM_RUNS})` },
  {
    pattern: /\bnew SeededRandom\([^)]*\b(Date|performance|process|random\w*)\b/,
    instead: `the seed of randomRun() (${RANDOM_RUNS})`,
  },
];

/** Returns true if a file is a test, a fixture or part of the test kit, and not part of the checks. */
function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\/fixtures\/|^testkit\//.test(path) && !path.startsWith("tools/checks/");
}

export const randomTestsCheck: Check = createCheck(
  { name: "chances", about: "random tests have rounds and seeds from the test kit" },
  isTestFile,
  findUnrepeatable,
);

/**
 * Finds the lines on which a test would use different random values in each run, or a fixed number of rounds, which
 * `npm run explore` could not raise.
 */
export function findUnrepeatable(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !OWN_FILES.has(path))
    .flatMap(({ path, text = "" }) =>
      text.split("\n").flatMap((line, index) => {
        const rule = RULES.find(({ pattern }) => pattern.test(line));
        return rule ? [`${path}:${index + 1}: instead of \`${line.trim()}\` use ${rule.instead}`] : [];
      }),
    );
}
