// Checks that tests wait for events and conditions, never for a fixed time. A fixed time is too short on a busy machine
// and longer than necessary on others.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const ADVICE = 'wait for an event, or for a condition with until() of "@parlance/testkit/until.ts"';

/** Patterns of code that depends on the speed of the machine, each with what to do instead. */
const RULES: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/(?<![.\w])(?:globalThis\.)?setTimeout\(/, `a fixed time: ${ADVICE}`],
  [/\.waitForTimeout\(/, `a fixed time: ${ADVICE}`],
  [/\bsetTimeout\b[^}\n]*\} from "node:timers\/promises"/, `a fixed time: ${ADVICE}`],
  [
    /\bAbortSignal\.timeout\(/,
    `a deadline: ${ADVICE}; where a signal is only passed on, use new AbortController().signal`,
  ],
  [/\b(?:Date|performance)\.now\(\) (?:\+ [\w.]*(?:PATIENCE|TIMEOUT|LIMIT)|\+ \d\d?_000\b)/, `a deadline: ${ADVICE}`],
  [
    /\b(?:Date|performance)\.now\(\) - (?:began|before|start\w*) <|\btook\b[^;\n]* < /,
    "elapsed time: show the promise by what must have happened before, or measure the processor's time",
  ],
  [
    /^(?:test|describe|\s+test)\(.*\{ timeout: \d|^\s*\{ timeout: [\d_]+ \},?$/,
    "a deadline: the test runner has one for all tests",
  ],
];

/** Files that are exempt from the check, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "testkit/until.ts": "the one place that polls",
  "testkit/services/tcp-proxy.ts": "stands for a slow line: what passes is late, and nothing waits for so long",
  "web/tests/fixtures/screen.ts": "polls inside a page, where until() cannot be called",
  "web/tests/phone.test.ts": "stands for a phone whose keyboard opens a moment after the focus moves",
};

/** Benchmarks, and the tests of the test runner and of the checks, which contain such code on purpose. */
const EXEMPT_FILES = /^(?:bench|node_modules|tools\/(?:testing|checks))\//;

function isTest(path: string): boolean {
  return /\.test\.ts$|\/fixtures\/.*\.ts$|^testkit\/.*\.ts$/.test(path) && !EXEMPT_FILES.test(path);
}

export const timingCheck: Check = createCheck(
  { name: "timing", about: "tests depend neither on fixed times nor on deadlines of their own" },
  isTest,
  findTimeDependent,
);

/** Finds lines in tests that depend on the speed of the machine. */
export function findTimeDependent(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !(path in EXCEPTIONS))
    .flatMap(({ path, text = "" }) =>
      text.split("\n").flatMap((line, index) => {
        const rule = RULES.find(([pattern]) => pattern.test(line));
        return rule ? [`${path}:${index + 1}: ${rule[1]}`] : [];
      }),
    );
}
