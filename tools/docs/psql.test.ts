import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import { createMigratedDataDirectory } from "@parlance/testkit/database/database-cluster.ts";
import { readFiles } from "../source-files.ts";
import { parseCodeBlocks } from "./code-blocks.ts";
import { runInShell } from "./run-in-shell.ts";

const TIMEOUT_MS = 20_000;

/** The lines of the documents that connect to the embedded database with psql. */
const lines = readFiles((path) => /^docs\/.*\.md$/.test(path)).flatMap(({ text = "" }) =>
  parseCodeBlocks(text).flatMap((block) => block.text.split("\n").filter((line) => line.startsWith("psql -h "))),
);

test("the psql commands in the documents work exactly as they are written, with the installed version of psql", async (t) => {
  if (spawnSync("sh", ["-c", "command -v psql"]).status !== 0) return t.skip("there is no psql");
  assert.ok(lines.length >= 2);
  const dataDir = await createMigratedDataDirectory("parlance-psql-");
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  t.after(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });
  const folder = await mkdtemp(join(tmpdir(), "parlance-psql-"));
  t.after(() => rm(folder, { recursive: true }));
  await symlink(dataDir, join(folder, "data"));
  for (const line of lines) {
    const { code, output, errors } = await runInShell(line, { cwd: folder, timeoutMs: TIMEOUT_MS });
    assert.equal(code, 0, `${line}\n${output}${errors}`);
  }
});
