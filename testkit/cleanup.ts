type CleanupStep = () => Promise<void>;

const fileSteps: CleanupStep[] = [];
const everyFileSteps: CleanupStep[] = [];
const processSteps: CleanupStep[] = [];

/** Registers a step to run after all tests of the file, in reverse order of registration. */
export function afterFile(step: CleanupStep): void {
  fileSteps.push(step);
}

/** Registers a step to run after each file of this process. */
export function afterEachFile(step: CleanupStep): void {
  everyFileSteps.push(step);
}

/** Registers a step to run after all files of this process. */
export function afterProcess(step: CleanupStep): void {
  processSteps.push(step);
}

/** Runs the cleanup steps after a test file. Called by the test runner. */
export const cleanUpAfterFile = (): Promise<void> => runSteps([...everyFileSteps, ...fileSteps.splice(0)]);

/** Runs the cleanup steps after the last test file. Called by the test runner. */
export const cleanUpAfterProcess = (): Promise<void> => runSteps(processSteps.splice(0));

/** Runs the steps in reverse order. If a step fails, the remaining steps still run. */
async function runSteps(steps: readonly CleanupStep[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}
