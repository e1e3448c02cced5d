import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { kindsOf, withKinds } from "./parameter-kinds.ts";
import { id, int, json, text } from "./params.ts";

const wallId = () => withKinds(id(), "wall");
const found = (schema: z.ZodType) => {
  const { kinds, hasUndeclaredNumber } = kindsOf(schema);
  return [...kinds, ...(hasUndeclaredNumber ? ["?"] : [])];
};

test("a kind stays when a parameter is described, limited or optional", () => {
  assert.deepEqual(found(wallId().max(9).describe("Id of the wall.").optional()), ["wall"]);
  assert.deepEqual(found(withKinds(text(), "wall").nullable().default(null)), ["wall"]);
});

test("the kinds of lists, objects and alternatives are those of their parts", () => {
  const nested = z.object({ walls: z.array(wallId()), by: z.union([withKinds(text(), "painter"), z.null()]) });
  assert.deepEqual(found(json(z.array(nested))), ["wall", "painter"]);
  assert.deepEqual(found(withKinds(json(z.array(nested)), "painting")), ["painting"]);
});

test("an int() is a quantity; other numbers have to be declared", () => {
  assert.deepEqual(found(int({ min: 0 }).describe("How many.")), ["quantity"]);
  for (const schema of [id(), z.array(z.int()), z.object({ wall: z.number() }), z.tuple([z.string(), z.int()])]) {
    assert.deepEqual(found(schema), ["?"]);
  }
  assert.deepEqual(found(z.union([z.boolean(), z.literal(3), text()])), []);
});
