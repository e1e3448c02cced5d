import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { endpoint } from "./endpoint.ts";
import { type Fields, FormParser, parseFields } from "./form.ts";
import { JsonBudget, parseJson } from "./parse-json.ts";
import { MAX_JSON_MEMBERS, MAX_JSON_VALUES, MAX_NAME_LENGTH, MAX_VALUE_LENGTH } from "./limits.ts";
import { jsonOrText, text } from "./params.ts";
import { startApp } from "./fixtures/test-app.ts";

const echo = endpoint.write({
  route: "POST /echo",
  summary: "Return the parsed sizes",
  access: "user",
  input: z.object({
    a: text().optional(),
    ids: z.array(z.int()).optional(),
    more: jsonOrText(z.union([z.string(), z.array(z.int())])).optional(),
    names: z.record(z.string(), z.int()).optional(),
  }),
  response: z.object({ a: z.string(), ids: z.int() }),
  errors: [],
  handler: async (_ctx, { input: { a = "", ids = [] } }) => ({ a, ids: ids.length }),
});

function readInPieces(bytes: Buffer, cuts: readonly number[]): Fields {
  const form = new FormParser();
  const ends = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [index, end] of ends.entries()) form.write(bytes.subarray(ends[index - 1] ?? 0, end));
  return form.end();
}

test("the result of parsing a form does not depend on how it is split into chunks", () => {
  const piece = fc.constantFrom("a", "b", "=", "&", "+", "%", "%2", "%C3%A4", "%41", "%zz", "ä", "🎭", "%F0%9F", "\0");
  const form = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(""))),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  );
  assertProperty(
    fc.property(form, fc.array(fc.nat(), { maxLength: 8 }), (bytes, cuts) => {
      assert.deepEqual(readInPieces(bytes, cuts), readInPieces(bytes, []));
    }),
    { rounds: 200, exploreRounds: 1000 },
  );
});

test("a form is parsed as browsers parse it", () => {
  for (const sent of [
    "a=1&b=2",
    "a=%C3%A4+%2B%26",
    "a",
    "a=",
    "=a",
    "&&a=1&&",
    "a==b",
    "a=%&b=%4",
    "a=%zz",
    "a=%ff%E4%B8%80",
    "a=ä🎭",
  ]) {
    const expected = [...new URLSearchParams(sent)];
    assert.deepEqual(Object.entries(parseFields(sent)), expected, sent);
  }
});

test("unknown parameter names are truncated in the response", async (t) => {
  const { call } = await startApp(t, [echo]);
  const { json } = await call("POST", "/echo", { body: `${"x".repeat(5_000_000)}=1&a=2` });
  assert.deepEqual([json["a"], json["ignored_parameters_unsupported"]], ["2", ["x".repeat(MAX_NAME_LENGTH)]]);
});

test("a value that is too long is rejected for a declared parameter, and ignored for an unknown one", async (t) => {
  const { call } = await startApp(t, [echo]);
  for (const value of ["x", "+", "%41", "%E4%B8%80", "%"]) {
    const much = value.repeat(Math.ceil((20 * MAX_VALUE_LENGTH) / value.length));
    const refused = await call("POST", "/echo", { body: `a=${much}` });
    assert.equal(refused.json["msg"], `a is too long (limit: ${MAX_VALUE_LENGTH} characters)`);
    assert.equal((await call("POST", "/echo", { body: `b=${much}&a=x` })).json["a"], "x");
  }
  const longest = await call("POST", "/echo", { body: `a=${"%E4%B8%80".repeat(MAX_VALUE_LENGTH)}` });
  assert.equal(longest.json["a"], "一".repeat(MAX_VALUE_LENGTH));
});

test("the total number of JSON values in all parameters of a request is limited", async (t) => {
  const { call } = await startApp(t, [echo]);
  const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1));
  const accepted = await call("POST", "/echo", { form: { ids: list(100_000), more: list(1000) } });
  assert.equal(accepted.json["ids"], 100_000);
  const members = JSON.stringify(Object.fromEntries(Array.from({ length: MAX_JSON_MEMBERS + 1 }, (_, n) => [n, n])));
  for (const [name, form] of Object.entries({
    ids: { ids: list(MAX_JSON_VALUES + 1) },
    more: { ids: list(100_000), more: list(100_000) },
    names: { names: members },
  })) {
    const { status, json } = await call("POST", "/echo", { form });
    assert.deepEqual([status, json["msg"]], [400, `${name} holds too many values`]);
  }
});

test("the estimated size of JSON is never smaller than its actual size", () => {
  const count = (value: unknown): number =>
    1 +
    (typeof value === "object" && value !== null
      ? Object.values(value)
          .map(count)
          .reduce((a, b) => a + b, 0)
      : 0);
  assertProperty(
    fc.property(fc.json(), fc.constantFrom(0, 3), (json, spaces) => {
      const value = parseJson(json);
      const list = JSON.stringify(
        Array.from({ length: 100 }, () => value),
        null,
        spaces,
      );
      const times = Math.ceil(MAX_JSON_VALUES / count(Array.from({ length: 100 }, () => value))) + 1;
      const allowance = new JsonBudget();
      assert.equal(Array.from({ length: times }, () => allowance.spend(list)).includes(false), true);
    }),
    { rounds: 4, exploreRounds: 50 },
  );
});
