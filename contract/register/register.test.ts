import assert from "node:assert/strict";
import { test } from "node:test";
import { nouns } from "../nouns/index.ts";
import { registerFieldsByGate, RegisterResponse } from "./index.ts";

const always = nouns.flatMap((noun) => Object.keys(noun.always));

test("every field of the register response is either always sent or belongs to exactly one gate", () => {
  const gates = nouns.flatMap(({ snapshot }) => Object.entries<object>(snapshot));
  const fields = [...always, ...gates.flatMap(([, gated]) => Object.keys(gated))];
  assert.equal(new Set(fields).size, fields.length);
  assert.deepEqual(fields.sort(), Object.keys(RegisterResponse.shape).sort());
  assert.equal(registerFieldsByGate.size, gates.length);
});

test("the schema of the register response requires only the fields that are always sent", () => {
  const required = Object.entries(RegisterResponse.shape).filter(([, field]) => !field.safeParse(undefined).success);
  assert.deepEqual(required.map(([name]) => name).sort(), [...always].sort());
});
