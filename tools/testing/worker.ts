// One of the processes that run the tests: takes file after file from the queue of the run, each as a suite of its own.
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { concludeFile, concludeProcess } from "../../testkit/cleanup.ts";
import { root } from "../paths.ts";
import { declareAlone, declareHere } from "./lightweight-async-hooks.ts";
import { Census, failIfKeptAlive } from "./hanging-process.ts";
import { slotOf } from "./test-plan.ts";
import { FileQueue } from "./file-queue.ts";

const folder = process.env["PARLANCE_TEST_QUEUE"];
const slot = slotOf(process.argv[1] ?? "");
if (folder === undefined || slot === undefined) throw new Error("this is started by `npm test`");

/** Registers a file's tests, with the end of the file as the last thing that is done. */
async function load(file: string): Promise<void> {
  declareHere();
  try {
    await import(pathToFileURL(join(root, file)).href);
  } catch (error) {
    test("the file can be loaded", () => {
      throw error;
    });
  }
  after(concludeFile);
}

const census = new Census();
for (const file of new FileQueue(folder).take(slot)) {
  await suite(file, () => load(file));
  declareAlone();
  census.take(file);
}
await concludeProcess();
failIfKeptAlive(() => census.suspects);
