type Step = () => Promise<void>;

const ofFile: Step[] = [];
const ofEveryFile: Step[] = [];
const ofProcess: Step[] = [];

/** Does something when all tests of the file are done; what was asked for last is done first. */
export function whenDone(step: Step): void {
  ofFile.push(step);
}

/** Does something after each file of this process. */
export function afterEachFile(step: Step): void {
  ofEveryFile.push(step);
}

/** Does something when this process has run all its files. */
export function whenProcessIsDone(step: Step): void {
  ofProcess.push(step);
}

/** For the test runner, after each file. */
export const concludeFile = (): Promise<void> => conclude([...ofEveryFile, ...ofFile.splice(0)]);

/** For the test runner, after the last file. */
export const concludeProcess = (): Promise<void> => conclude(ofProcess.splice(0));

/** One step that fails does not keep the others from being done. */
async function conclude(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}
