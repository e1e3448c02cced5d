import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { KERNEL_FOLDER } from "../kernel-floors.ts";
import { findMisplacedKernelFolders, findUpwardKernelImports } from "./kernel-floors.ts";

const file = (path: string, text: string) => ({ path, text });

describe("floors of the kernel", () => {
  const at = (from: string, to: string) =>
    findUpwardKernelImports([{ from: `${KERNEL_FOLDER}/${from}`, to: `${KERNEL_FOLDER}/${to}` }]).length;

  test("allows a folder to import from itself and from lower floors, and tests to import everything", () => {
    assert.equal(at("http/dispatch.ts", "db/types.ts"), 0);
    assert.equal(at("db/pool.ts", "db/types.ts"), 0);
    assert.equal(at("db/pool.test.ts", "http/dispatch.ts"), 0);
    assert.deepEqual(
      findUpwardKernelImports([{ from: "server/src/realtime/a.ts", to: `${KERNEL_FOLDER}/http/a.ts` }]),
      [],
    );
  });

  test("finds an import from a higher floor, and one within a floor", () => {
    assert.equal(at("db/transaction.ts", "events/event-log.ts"), 1);
    assert.equal(at("events/event-log.ts", "jobs/enqueue-job.ts"), 1);
    assert.equal(at("base/log.ts", "http/dispatch.ts"), 1);
  });

  test("requires that every file is in a folder of the table, and that every folder of the table exists", () => {
    const found = findMisplacedKernelFolders([
      file(`${KERNEL_FOLDER}/base/clock.ts`, ""),
      file(`${KERNEL_FOLDER}/clock.ts`, ""),
      file(`${KERNEL_FOLDER}/pigeons/pigeon.ts`, ""),
    ]);
    assert.deepEqual(found.slice(0, 2), [
      `${KERNEL_FOLDER}/clock.ts: not in a folder of tools/kernel-floors.ts`,
      `${KERNEL_FOLDER}/pigeons/pigeon.ts: not in a folder of tools/kernel-floors.ts`,
    ]);
    assert.ok(found.includes(`tools/kernel-floors.ts: there is no ${KERNEL_FOLDER}/http`));
    assert.ok(!found.includes(`tools/kernel-floors.ts: there is no ${KERNEL_FOLDER}/base`));
  });
});
