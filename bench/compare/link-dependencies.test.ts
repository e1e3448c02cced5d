import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { linkDependencies } from "./link-dependencies.ts";

test("a linked checkout uses the installed packages of the other, but its own workspaces and its own caches", async (t) => {
  const base = mkdtempSync(join(tmpdir(), "parlance-link-"));
  t.after(() => rmSync(base, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(base, path, ".."), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  for (const checkout of ["now", "then"]) write(`${checkout}/kernel/index.ts`, `kernel of ${checkout}`);
  write("now/node_modules/pg/index.js", "pg");
  write("now/node_modules/@types/pg/index.d.ts", "types of pg");
  write("now/node_modules/.package-lock.json", "installed");
  write("now/node_modules/.cache/packed", "packed from now");
  mkdirSync(join(base, "now/node_modules/@parlance"));
  symlinkSync("../../kernel", join(base, "now/node_modules/@parlance/kernel"));

  await linkDependencies(join(base, "now"), join(base, "then"));

  const read = (path: string) => readFileSync(join(base, "then/node_modules", path), "utf8");
  assert.deepEqual(
    ["pg/index.js", "@types/pg/index.d.ts", ".package-lock.json", "@parlance/kernel/index.ts"].map(read),
    ["pg", "types of pg", "installed", "kernel of then"],
  );
  assert.ok(!existsSync(join(base, "then/node_modules/.cache")));
});
