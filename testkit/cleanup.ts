type CleanupStep = () => Promise<void>;

const fileSteps: CleanupStep[] = [];
const everyFileSteps: CleanupStep[] = [];
const processSteps: CleanupStep[] = [];

/** Does something when all tests of the file are done; what was asked for last is done first. */
export function afterFile(step: CleanupStep): void {
  fileSteps.push(step);
}

/** Does something after each file of this process. */
export function afterEachFile(step: CleanupStep): void {
  everyFileSteps.push(step);
}

/** Does something when this process has run all its files. */
export function afterProcess(step: CleanupStep): void {
  processSteps.push(step);
}

/** For the test runner, after each file. */
export const cleanUpAfterFile = (): Promise<void> => runSteps([...everyFileSteps, ...fileSteps.splice(0)]);

/** For the test runner, after the last file. */
export const cleanUpAfterProcess = (): Promise<void> => runSteps(processSteps.splice(0));

/** One step that fails does not keep the others from being done. */
async function runSteps(steps: readonly CleanupStep[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}
