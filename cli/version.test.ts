import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runParlance } from "./fixtures/command-line.ts";

test("`parlance --version` prints the version of the release", async () => {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const { code, out, err } = await runParlance(["--version"]);
  assert.deepEqual([code, out, err], [0, `${version}\n`, ""]);
});
