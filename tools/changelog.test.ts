import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.ts";

interface Manifest {
  readonly version: string;
  readonly workspaces?: readonly string[];
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readManifest = (folder: string): Manifest => JSON.parse(read(join(folder, "package.json"))) as Manifest;
const { version, workspaces = [] } = readManifest(".");

test("the changelog has an entry for the release, after the unreleased changes", () => {
  const versions = [...read("CHANGELOG.md").matchAll(/^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$/gm)];
  const [unreleased, latest] = versions;
  assert.deepEqual([unreleased?.[1], latest?.[1]], ["Unreleased", version]);
  for (const [heading, , date] of versions.slice(1)) assert.ok(date !== undefined, `${heading} has no date`);
});

test("all packages have the version of the release", () => {
  const others = workspaces.filter((folder) => readManifest(folder).version !== version);
  assert.ok(workspaces.length > 0);
  assert.deepEqual(others, []);
});
