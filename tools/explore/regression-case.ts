// Formats a failure found by exploring as a regression case to paste into its test.

export interface FailedRun {
  readonly file: string;
  readonly seed: number;
  readonly output: string;
  /** Text of the test file. */
  readonly source: string;
}

interface FailedTest {
  readonly name: string;
  readonly text: string;
}

/** Returns the command that repeats a run. */
export const formatRepeatCommand = (file: string, seed: number): string =>
  `PARLANCE_EXPLORE_SEED=${seed} npm test -- ${file}`;

/** Describes a failed run as Markdown: the failure, how to repeat it, the case to paste, and the output. */
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
 * Returns the failed tests in the output of `npm test`, or of Node's spec reporter. If it names none, the whole output
 * counts as one.
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
 * Returns how to turn the failure into a known case: a case of a property, a seed of a random walk, or neither if the
 * test is independent of the seed.
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
