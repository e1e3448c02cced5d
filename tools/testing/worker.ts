// A process that runs many test files. It claims one file after the other from the queue of the run, and runs each as a
// separate suite.
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { cleanUpAfterFile, cleanUpAfterProcess } from "../../testkit/cleanup.ts";
import { root } from "../paths.ts";
import { endSuiteDeclarations, startSuiteDeclarations } from "./lightweight-async-hooks.ts";
import { ResourceCounts, failIfHanging } from "./hanging-process.ts";
import { findSlot } from "./test-plan.ts";
import { FileQueue } from "./file-queue.ts";

const folder = process.env["PARLANCE_TEST_QUEUE"];
const slot = findSlot(process.argv[1] ?? "");
if (folder === undefined || slot === undefined) throw new Error("this is started by `npm test`");

/** Declares the tests of a file, and the cleanup after them. */
async function load(file: string): Promise<void> {
  startSuiteDeclarations();
  try {
    await import(pathToFileURL(join(root, file)).href);
  } catch (error) {
    test("the file can be loaded", () => {
      throw error;
    });
  }
  after(cleanUpAfterFile);
}

const census = new ResourceCounts();
for (const file of new FileQueue(folder).take(slot)) {
  await suite(file, () => load(file));
  endSuiteDeclarations();
  census.record(file);
}
await cleanUpAfterProcess();
failIfHanging(() => census.suspects);
