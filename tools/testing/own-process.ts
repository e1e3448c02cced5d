// Loaded into each process that runs tests; a test file that has one to itself ends with it.
import { after } from "node:test";
import { cleanUpAfterFile, cleanUpAfterProcess } from "../../testkit/cleanup.ts";
import { failIfHanging } from "./hanging-process.ts";

const file = process.argv[1];

// The runner itself loads this too, and so do the processes that run many files: they see to their end themselves.
if (process.env.NODE_TEST_CONTEXT !== undefined && file?.endsWith(".test.ts") === true) {
  after(async () => {
    await cleanUpAfterFile();
    await cleanUpAfterProcess();
    failIfHanging(() => [file]);
  });
}
