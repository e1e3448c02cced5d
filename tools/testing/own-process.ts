// Loaded into each process that runs tests. Cleans up at the end of a test file that has a process of its own.
import { after } from "node:test";
import { cleanUpAfterFile, cleanUpAfterProcess } from "../../testkit/cleanup.ts";
import { failIfHanging } from "./hanging-process.ts";

const file = process.argv[1];

// The runner itself loads this as well, and so do the processes that run many files, which clean up themselves.
if (process.env.NODE_TEST_CONTEXT !== undefined && file?.endsWith(".test.ts") === true) {
  after(async () => {
    await cleanUpAfterFile();
    await cleanUpAfterProcess();
    failIfHanging(() => [file]);
  });
}
