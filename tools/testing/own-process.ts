// Loaded into each process that runs tests. If the process runs a single test file, cleans up at the end of the file.
import { after } from "node:test";
import { cleanUpAfterFile, cleanUpAfterProcess } from "../../testkit/cleanup.ts";
import { failIfHanging } from "./hanging-process.ts";

const file = process.argv[1];

// This module is also loaded into the test runner itself, and into processes that run many files. The latter clean up
// themselves.
if (process.env.NODE_TEST_CONTEXT !== undefined && file?.endsWith(".test.ts") === true) {
  after(async () => {
    await cleanUpAfterFile();
    await cleanUpAfterProcess();
    failIfHanging(() => [file]);
  });
}
