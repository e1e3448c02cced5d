import assert from "node:assert/strict";
import { test } from "node:test";
import { findNewLines } from "./new-lines.ts";

test("a line is new if the earlier output lacks it or has it less often, whatever its numbers are", () => {
  const earlier = "FAILED  lint  61.2 s\na.ts:12: unused";
  assert.deepEqual(findNewLines("FAILED  lint   9.8 s\na.ts:14: unused", earlier), []);
  assert.deepEqual(findNewLines("a.ts:12: unused\na.ts:14: unused\nb.ts:1: unused", earlier), [
    "a.ts:14: unused",
    "b.ts:1: unused",
  ]);
});
