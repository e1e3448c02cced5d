import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { defaultPoolSize } from "./default-pool-size.ts";

const GIB = 2 ** 30;
const MODULE = new URL("./default-pool-size.ts", import.meta.url);

test("machines with one core or 1 GB of memory get 8 database connections by default, others 20", () => {
  assert.equal(defaultPoolSize({ processors: 2, memoryBytes: 0.9 * GIB }), 8);
  assert.equal(defaultPoolSize({ processors: 1, memoryBytes: 4 * GIB }), 8);
  // Memory of a virtual machine with 2 GB, without what its kernel reserves.
  assert.equal(defaultPoolSize({ processors: 2, memoryBytes: 1.9 * GIB }), 20);
  assert.equal(defaultPoolSize({ processors: 64, memoryBytes: 256 * GIB }), 20);
});

test(
  "a process restricted to one core gets the default of a machine with one core",
  { skip: process.platform !== "linux" },
  () => {
    const script = `const { defaultPoolSize, readMachineSize } = await import(${JSON.stringify(MODULE)});
    console.log(defaultPoolSize({ ...readMachineSize(), memoryBytes: ${16 * GIB} }));`;
    const [, core = ""] = /^Cpus_allowed_list:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    const node = [process.execPath, "--input-type=module", "--eval", script];
    assert.equal(execFileSync("taskset", ["--cpu-list", core, ...node], { encoding: "utf8" }), "8\n");
  },
);
