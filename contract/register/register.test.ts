import assert from "node:assert/strict";
import { test } from "node:test";
import { RegisterBasics } from "./basics.ts";
import { registerGates, RegisterResponse } from "./index.ts";

test("every register field comes always, or by exactly one gate", () => {
  const gated = [...registerGates.values()].flat();
  const fields = [...Object.keys(RegisterBasics.shape), ...gated];
  assert.equal(new Set(fields).size, fields.length);
  assert.deepEqual(fields.sort(), Object.keys(RegisterResponse.shape).sort());
});

test("only the fields that always come are required", () => {
  const required = Object.entries(RegisterResponse.shape).filter(([, field]) => !field.safeParse(undefined).success);
  assert.deepEqual(required.map(([name]) => name).sort(), Object.keys(RegisterBasics.shape).sort());
});
