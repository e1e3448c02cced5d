import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { z } from "zod";
import { nouns } from "./index.ts";

const BESIDE = ["index.ts", "list.generated.ts", "noun.ts"];

const found = await readdir(import.meta.dirname);
const files = found.filter((file) => !file.endsWith(".test.ts") && !BESIDE.includes(file));
const modules = await Promise.all(
  files.map(async (file) => ({ file, exported: (await import(`./${file}`)) as Readonly<Record<string, unknown>> })),
);

/** Returns the kinds of events that a schema describes. Empty if it is not the schema of an event. */
function kindsIn(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(kindsIn);
  return schema instanceof z.ZodObject && "id" in schema.shape && schema.shape["type"] instanceof z.ZodLiteral
    ? [schema]
    : [];
}

test("every noun is in the list of nouns", () => {
  const listed = new Set<unknown>(nouns);
  for (const { file, exported } of modules) {
    const isListed = Object.values(exported).some((one) => listed.has(one));
    assert.ok(isListed, `${file} is not in contract/nouns/list.generated.ts: run npm run generate -- nouns`);
  }
  assert.equal(modules.length, nouns.length);
});

test("every event schema that a file exports is among the events of the file's noun", () => {
  for (const { file, exported } of modules) {
    const noun = nouns.find((one) => Object.values(exported).includes(one));
    const known = new Set(noun?.events.flatMap(kindsIn));
    for (const [name, schema] of Object.entries(exported).filter(([one]) => one.endsWith("Event"))) {
      const isKnown = kindsIn(schema).every((kind) => known.has(kind));
      assert.ok(isKnown, `add ${name} to the \`events\` of the noun in contract/nouns/${file}`);
    }
  }
});

test("an event type has a reducer in at most one noun", () => {
  const types = nouns.flatMap(({ reducers }) => Object.keys(reducers));
  assert.equal(new Set(types).size, types.length);
});
