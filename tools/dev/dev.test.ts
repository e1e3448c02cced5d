// Slow: starts the server from a copy of the sources, twice.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { listFiles } from "../source-files.ts";
import { root } from "../paths.ts";

/**
 * Copies the source files into a new folder. Installed packages are linked; the links of the repository's own packages
 * lead to the copy.
 */
function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), "parlance-dev-"));
  for (const path of listFiles()) if (!path.endsWith(".test.ts")) cpSync(join(root, path), join(copy, path));
  const workspaces = join(copy, "node_modules/@parlance");
  mkdirSync(workspaces, { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@parlance" || name === ".cache") continue;
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
  for (const name of readdirSync(join(root, "node_modules/@parlance")))
    symlinkSync(join(copy, name), join(workspaces, name));
  return copy;
}

test("after a change of a source file, the server restarts and responds with the new code and the same data", async (t) => {
  const copy = copyOfSources();
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  const dev = spawn(
    process.execPath,
    [join(copy, "tools/dev.ts"), "--port", "0", "--no-web", "--inspect-port", "0", "--data-dir", join(copy, "data")],
    { stdio: ["ignore", "pipe", "ignore"], cwd: copy },
  );
  const ended = once(dev, "exit");
  t.after(() => dev.kill("SIGKILL"));
  const lines = createInterface({ input: dev.stdout })[Symbol.asyncIterator]();
  const nextAddress = async (): Promise<string> => {
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const url = /listening on (\S+)/.exec(line.value)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error("it ended before it listened");
  };
  const titleAt = async (url: string) => {
    const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as { info: { title: string } };
    return document.info.title;
  };

  const first = await nextAddress();
  assert.equal(await titleAt(first), "Parlance API");
  const credentials = readFileSync(join(copy, "data/demo-credentials.json"), "utf8");

  const source = join(copy, "kernel/http/openapi.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace('"Parlance API"', '"Changed API"'));
  const second = await nextAddress();
  assert.equal(await titleAt(second), "Changed API");
  assert.equal(readFileSync(join(copy, "data/demo-credentials.json"), "utf8"), credentials);
  await assert.rejects(fetch(first), "the first process has ended");

  dev.kill("SIGINT");
  assert.deepEqual(await ended, [0, null]);
  await assert.rejects(fetch(second));
});
