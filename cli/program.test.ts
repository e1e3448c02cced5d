import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { run } from "./run.ts";
import { runParlance } from "./fixtures/command-line.ts";

test("`--version` prints the version", async () => {
  const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };
  const { code, out } = await runParlance(["--version"]);
  assert.deepEqual([code, out], [0, `${version}\n`]);
});

test("the help names the command that starts the program, and says that only a checkout creates a demo organization", async () => {
  const { out } = await runParlance(["--help"]);
  assert.match(out, /Run commands as `npm run parlance -- …`/);
  assert.match(out, /the first start creates a demo organization/);
  const distributed = await helpOfDistribution();
  assert.match(distributed, /Run commands as `\.\/parlance …`/);
  assert.doesNotMatch(distributed, /the first start creates a demo organization/);
  const installed = await helpOfDistribution({ PARLANCE_PROGRAM_NAME: "parlance" });
  assert.match(installed, /Run commands as `parlance …`/);
});

async function helpOfDistribution(env: Record<string, string> = {}): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stopSignal = () => new AbortController().signal;
  const shell = { env, stdin: Readable.from([]), stdout, stderr, stopSignal, exitWith: () => undefined };
  await run(["--help"], { ...shell, isDistribution: true });
  stdout.end();
  return text(stdout);
}
