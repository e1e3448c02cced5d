import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions, isVersion } from "./version.ts";

test("versions are ordered as semantic versions", () => {
  const ascending = [
    "0.1.0",
    "0.9.0",
    "0.10.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "2.0.0",
  ];
  for (const [index, version] of ascending.entries()) {
    for (const [other, compared] of ascending.entries())
      assert.equal(Math.sign(compareVersions(version, compared)), Math.sign(index - other), `${version}, ${compared}`);
  }
  assert.equal(compareVersions("1.2.3+linux", "1.2.3+macos"), 0);
});

test("a text that is no version is recognized", () => {
  for (const text of ["", "1", "1.2", "v1.2.3", "1.2.x", "1.2.3 "]) {
    assert.equal(isVersion(text), false, text);
    assert.throws(() => compareVersions(text, "1.0.0"), /is not a version/);
  }
});
