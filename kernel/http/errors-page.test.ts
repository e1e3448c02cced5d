import assert from "node:assert/strict";
import { test } from "node:test";
import * as exported from "./errors.ts";

test("the errors page lists all errors of the protocol", () => {
  const errors = Object.values(exported).filter((value) => "sample" in value);
  assert.deepEqual(new Set<unknown>(exported.commonErrors), new Set<unknown>(errors));
});
