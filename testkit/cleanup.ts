import { after } from "node:test";

const steps: (() => Promise<void>)[] = [];

// Registered when the test file imports the testkit, and so for the whole file, whatever test asks for a server first.
after(async () => {
  for (const step of steps.reverse()) await step();
});

/** Does something when all tests of the file are done; what was asked for last is done first. */
export function whenDone(step: () => Promise<void>): void {
  steps.push(step);
}
