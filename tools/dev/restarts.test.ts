import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { runWithRestarts } from "./restarts.ts";

/**
 * Runs processes that write to a file when they start and end. Calls `started` with the number of each process once it
 * has started, and `reported` after the message that a process has ended by itself.
 */
async function run(
  t: TestContext,
  events: { started(number: number, change: () => void, stop: () => void): void; reported?(change: () => void): void },
  firstEnds = false,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "parlance-restarts-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = join(folder, "log");
  const stopper = new AbortController();
  let change = Promise.withResolvers<string[]>();
  const changed = () => change.resolve(["server/src/a.ts"]);
  let number = 0;
  await runWithRestarts({
    start: () => {
      number += 1;
      const own = number;
      const note = (what: string) => `require("fs").appendFileSync(${JSON.stringify(log)}, "${what} ${own}\\n")`;
      const onStop = `process.on("SIGTERM", () => { ${note("end")}; process.exit(0) })`;
      const life = firstEnds && own === 1 ? "process.exit(3)" : "setInterval(() => {}, 1e6)";
      const script = `${onStop}; ${note("start")}; console.log("started"); ${life}`;
      const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.once("data", () => events.started(own, changed, () => stopper.abort()));
      return child;
    },
    nextChange: async () => {
      change = Promise.withResolvers<string[]>();
      return change.promise;
    },
    signal: stopper.signal,
    print: (text) => {
      if (text.includes("starts again after the next change")) events.reported?.(changed);
    },
  });
  return readFileSync(log, "utf8").trim().split("\n");
}

test("each change ends the process, and the next process starts only once it has ended", async (t) => {
  const log = await run(t, { started: (number, change, stop) => (number < 3 ? change() : stop()) });
  assert.deepEqual(log, ["start 1", "end 1", "start 2", "end 2", "start 3", "end 3"]);
});

test("a process that has ended by itself is started again after the next change", async (t) => {
  const log = await run(
    t,
    { started: (number, _change, stop) => (number === 2 ? stop() : undefined), reported: (change) => change() },
    true,
  );
  assert.deepEqual(log, ["start 1", "start 2", "end 2"]);
});
