import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { Event } from "./index.ts";

const kindsOf = (schema: z.core.$ZodType): z.ZodObject[] =>
  schema instanceof z.ZodDiscriminatedUnion ? schema.options.flatMap(kindsOf) : [schema as z.ZodObject];

test("no two kinds of events have the same type and op", () => {
  const valueOf = (field: unknown) => (field instanceof z.ZodLiteral ? field.value : undefined);
  const names = kindsOf(Event).map(({ shape }) => `${valueOf(shape["type"])}/${valueOf(shape["op"])}`);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  assert.ok(names.length >= 86);
});

test("an event with an unknown field, or without one of its required fields, is invalid", () => {
  const event = { id: 1, type: "subscription", op: "peer_add", stream_ids: [1], user_ids: [2] };
  assert.equal(Event.safeParse(event).success, true);
  assert.equal(Event.safeParse({ ...event, user_id: 3 }).success, false);
  const { user_ids: _, ...incomplete } = event;
  assert.equal(Event.safeParse(incomplete).success, false);
});
