import assert from "node:assert/strict";
import { test } from "node:test";
import { initials } from "./initials.ts";

test("initials are those of the first and the last name, without additions in parentheses", () => {
  for (const [name, expected] of [
    ["Mara Lindqvist", "ML"],
    [" maximiliane von Hohenstein ", "MH"],
    ["Li", "L"],
    ["Parvaneh Bhattacharya (Freight)", "PB"],
    ["Ines (she/her) Carvalho", "IC"],
    ["(unknown)", "("],
    ["Ørjan 田中", "Ø田"],
    ["", ""],
  ] as const) {
    assert.equal(initials(name), expected, name);
  }
});
