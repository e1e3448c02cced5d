// Loaded into each process that runs tests; a test file that has one to itself ends with it.
import { after } from "node:test";
import { concludeFile, concludeProcess } from "../../testkit/cleanup.ts";
import { failIfKeptAlive } from "./hanging-process.ts";

const file = process.argv[1];

// The runner itself loads this too, and so do the processes that run many files: they see to their end themselves.
if (process.env.NODE_TEST_CONTEXT !== undefined && file?.endsWith(".test.ts") === true) {
  after(async () => {
    await concludeFile();
    await concludeProcess();
    failIfKeptAlive(() => [file]);
  });
}
