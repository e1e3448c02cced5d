import assert from "node:assert/strict";
import { test } from "node:test";
import { lockfileProblems, missingEntries } from "./lockfile.ts";

const tool = {
  version: "1.0.0",
  dev: true,
  optionalDependencies: { "@tool/binding-linux-x64-musl": "1.0.0", "@tool/darwin-arm64": "1.0.0" },
};

test("a missing entry for an optional package of another platform is found, and gets the platform from the package's name", () => {
  assert.deepEqual(
    missingEntries({ packages: { "node_modules/tool": tool } }),
    new Map([
      [
        "node_modules/@tool/binding-linux-x64-musl",
        { version: "1.0.0", cpu: ["x64"], dev: true, libc: ["musl"], optional: true, os: ["linux"] },
      ],
      [
        "node_modules/@tool/darwin-arm64",
        { version: "1.0.0", cpu: ["arm64"], dev: true, optional: true, os: ["darwin"] },
      ],
    ]),
  );
});

test("an optional package is searched for in the same folders as by Node", () => {
  const nested = { version: "1.0.0", optionalDependencies: { low: "1.0.0", high: "1.0.0" } };
  const packages = {
    "node_modules/a/node_modules/b": nested,
    "node_modules/a/node_modules/low": {},
    "node_modules/high": {},
  };
  assert.deepEqual(missingEntries({ packages }), new Map());
});

test("the lock file must not contain the URL of a package, but may contain the folder of a workspace", () => {
  const packages = {
    "node_modules/zod": { resolved: "https://example.org/zod.tgz" },
    "node_modules/ours": { resolved: "server", link: true },
  };
  assert.equal(lockfileProblems({ packages }).length, 1);
});
