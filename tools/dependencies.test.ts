import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findImports } from "./imports.ts";
import { root } from "./paths.ts";
import { readFiles } from "./source-files.ts";

/** The packages that a distribution contains. */
const DISTRIBUTED = [
  "cli",
  "client",
  "contract",
  "embedded-postgres",
  "emoji",
  "kernel",
  "markdown",
  "push-relay",
  "server",
  "web",
];
/** Matches tests, and programs that only bundle the server or build the web client. */
const DEVELOPMENT = /\.test\.tsx?$|\/(fixtures|tests|bench)\/|^web\/(built\/|vite\.config)|^cli\/packed\/(bundle|make)/;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

test("each package lists the packages that a distribution needs as dependencies, and all others as development dependencies", () => {
  const imports = findImports(readFiles((path) => /\.(mjs|tsx?)$|package\.json$/.test(path)));
  const problems = DISTRIBUTED.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
    const used = imports.filter(
      ({ from, to }) => from.startsWith(`${folder}/`) && !DEVELOPMENT.test(from) && to.startsWith("npm:"),
    );
    const needed = new Set(used.map(({ to }) => to.slice("npm:".length)));
    const listed = Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith("@parlance/"));
    return [
      ...[...needed].filter((name) => !listed.includes(name)).map((name) => `${folder} needs ${name}`),
      ...listed.filter((name) => !needed.has(name)).map((name) => `${folder} needs ${name} only for development`),
    ];
  });
  assert.deepEqual(problems, []);
});
