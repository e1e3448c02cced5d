// Formats a report about a failure that exploring has found. The report contains a regression case that can be pasted
// into the test.

export interface FailedRun {
  readonly file: string;
  readonly seed: number;
  readonly output: string;
  /** Source of the test file. */
  readonly source: string;
}

interface FailedTest {
  readonly name: string;
  readonly text: string;
}

/** Returns the command with which the run can be repeated. */
export const formatRepeatCommand = (file: string, seed: number): string =>
  `PARLANCE_EXPLORE_SEED=${seed} npm test -- ${file}`;

/** Formats a report about a failed run in Markdown: how to repeat it, the regression cases, and the output. */
export function describeFailure(run: FailedRun): string {
  const { file, seed, output } = run;
  const cases = failedTests(output).map((failed) => `## ${failed.name}\n\n${advice(failed, run)}`);
  return `# ${file} fails with seed ${seed}

Repeat it:

    ${formatRepeatCommand(file, seed)}

${cases.join("\n\n")}

## Output

\`\`\`\`
${output.trimEnd()}
\`\`\`\`
`;
}

const NPM_TEST_FAILURE = /^FAILED \S+ > (.*)$/m;
const NODE_FAILURE = /^\s*✖ (.*?) \(\d[\d.]*ms\).*$/m;

/**
 * Returns the failed tests that the output names. The output may be that of `npm test` or that of Node's spec reporter.
 * If it names no test, the whole output counts as one failed test.
 */
function failedTests(output: string): FailedTest[] {
  const [, list = ""] = output.split(/^.*failing tests:$/m);
  const parts = NPM_TEST_FAILURE.test(output) ? output.split(NPM_TEST_FAILURE) : list.split(NODE_FAILURE);
  const tests: FailedTest[] = [];
  for (let index = 1; index + 1 < parts.length; index += 2) {
    tests.push({ name: parts[index] as string, text: parts[index + 1] as string });
  }
  return tests.length > 0 ? tests : [{ name: "The run", text: output }];
}

/**
 * Returns instructions for turning a failure into a regression case: as a case of a property, or as the seed of a
 * random walk. If the test does not depend on the seed, the instructions say so.
 */
function advice({ text }: FailedTest, { file, seed, output, source }: FailedRun): string {
  const found = /\{ seed: (-?\d+), path: "(\d+)/.exec(text);
  if (found) {
    const [, ofProperty, path] = found;
    return formatCase(
      "the options of its `assertProperty()`",
      "knownCases",
      `{ seed: ${ofProperty}, path: "${path}" }`,
      file,
    );
  }
  if (!/\bseed\b/.test(source)) {
    return `No seed decides ${file}: it depends on the moment at which something happened. Repeat it until it fails again.`;
  }
  const rounds = /^explore: seed \d+, (\d+) rounds$/m.exec(output)?.[1];
  const known = rounds === undefined ? `{ seed: ${seed} }` : `{ seed: ${seed}, rounds: ${rounds} }`;
  return `${formatCase("the options of its `randomRuns()`", "knownSeeds", known, file)}
Lower \`rounds\` to the fewest that fail.`;
}

const formatCase = (
  where: string,
  option: string,
  known: string,
  file: string,
): string => `Paste into ${where} in ${file}, with \
a comment that says what it protects (an existing list gets one more entry):

\`\`\`ts
${option}: [${known}],
\`\`\`
`;
