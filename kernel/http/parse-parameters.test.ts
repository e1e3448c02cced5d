import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { machineSlowdown } from "@parlance/testkit/machine-slowdown.ts";
import fc from "fast-check";
import { z } from "zod";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { endpoint } from "./endpoint.ts";
import * as params from "./params.ts";
import { startApp } from "./fixtures/test-app.ts";

const { bool, choice, exactly, id, int, intOr, jsonOrText, text } = params;

const input = z
  .object({
    title: text({ min: 1, max: 5 }).optional(),
    code: text({ length: 3 }).optional(),
    long: text({ min: 2 }).optional(),
    slug: text({ pattern: /^[a-z]+$/ }).optional(),
    nul: text({ allowUnstorable: true }).optional(),
    count: int({ min: 1, max: 9 }).optional(),
    ratio: z.number().optional(),
    flag: bool().optional(),
    folder: int().nullable().optional(),
    ids: z.array(id()).optional(),
    pair: z.tuple([z.string(), z.int()]).optional(),
    changes: z.array(z.strictObject({ id: z.int(), value: z.boolean() })).optional(),
    names: z.record(z.string(), z.string()).optional(),
    group: z.union([z.int(), z.object({ members: z.array(z.int()) })]).optional(),
    item: z.discriminatedUnion("op", [z.object({ op: z.literal("a") }), z.object({ op: z.literal("b") })]).optional(),
    op: choice("start", "stop").optional(),
    level: z.literal([1, 2, 3]).optional(),
    quoted: params.json(z.string()).optional(),
    policy: jsonOrText(choice("inherit", "open")).optional(),
    to: jsonOrText(z.union([z.int(), z.string(), z.array(z.int())])).optional(),
    days: intOr("unlimited").optional(),
    colour: text()
      .refine((value) => value !== "red", "not red")
      .optional(),
    shade: text()
      .refine((value) => value !== "red", exactly("No red here"))
      .optional(),
    size: text().max(2, "Far too big").optional(),
    first: text().optional(),
    second: text().optional(),
    seconds: int()
      .transform((value) => new Date(value * 1000))
      .optional(),
    limit: int().default(7),
  })
  .refine(({ first, second }) => first !== "x" || second !== "x", "Not both x")
  .refine(({ first }) => first !== "y", { message: "no y", path: ["first"] });

const echo = endpoint.write({
  route: "POST /echo",
  summary: "Return the parsed parameters",
  access: "user",
  input,
  aliases: { title: ["subject"], to: ["recipient"] },
  response: z.object({ got: z.record(z.string(), z.json()) }),
  errors: [],
  handler: async (_ctx, sent) => ({ got: JSON.parse(JSON.stringify(sent.input)) }),
});

const strictEcho = endpoint.read({
  route: "GET /needy",
  summary: "Require two parameters",
  access: "public",
  input: z.object({ first: int(), second: text() }),
  response: z.object({}),
  errors: [],
  handler: async () => ({}),
});

describe("an invalid value is rejected with the protocol's text", () => {
  const refused: [name: string, value: string, msg: string][] = [
    ["count", "x", "count is not valid JSON"],
    ["count", "", "count is not valid JSON"],
    ["count", '"5"', "count is not an integer"],
    ["count", "1.5", "count is not an integer"],
    ["count", "1e400", "count is not an integer"],
    ["count", "true", "count is not an integer"],
    ["count", "null", "count is not an integer"],
    ["count", "0", "count is too small"],
    ["count", "10", "count is too large"],
    ["count", "99999999999999999999", "count is too large"],
    ["ratio", '"1"', "ratio is not a float"],
    ["flag", "1", "flag is not a boolean"],
    ["flag", "True", "flag is not valid JSON"],
    ["flag", '"true"', "flag is not a boolean"],
    ["folder", '"x"', "folder is not an integer"],
    ["ids", "3", "ids is not a list"],
    ["ids", "[1,", "ids is not valid JSON"],
    ["ids", '[1,"2"]', "ids[1] is not an integer"],
    ["ids", "[-1]", "ids[0] is too small"],
    ["ids", "[9007199254740992]", "ids[0] is too large"],
    ["pair", "{}", "pair is not a list"],
    ["pair", "[1, 2]", "pair[0] is not a string"],
    ["changes", "{}", "changes is not a list"],
    ["changes", "[1]", "changes[0] is not a dict"],
    ["changes", '[{"id":1}]', 'changes[0]["value"] field is missing: Field required'],
    ["changes", '[{"id":"a","value":true}]', 'changes[0]["id"] is not an integer'],
    ["changes", '[{"id":1,"value":1}]', 'changes[0]["value"] is not a boolean'],
    ["changes", '[{"id":1,"value":true,"x":1}]', 'Argument "x" at changes[0]["x"] is unexpected'],
    ["names", "[]", "names is not a dict"],
    ["names", '{"a":1}', 'names["a"] is not a string'],
    ["group", '"x"', "group is not an integer"],
    ["group", '{"members":["x"]}', 'group["members"][0] is not an integer'],
    ["group", "{}", 'group["members"] field is missing: Field required'],
    ["item", '{"op":"c"}', 'Invalid item["op"]'],
    ["item", "7", "item is not a dict"],
    ["op", "pause", "Invalid op"],
    ["op", '"start"', "Invalid op"],
    ["level", "4", "Invalid level"],
    ["quoted", "bare", "quoted is not valid JSON"],
    ["policy", "closed", "Invalid policy"],
    ["days", "forever", "days is not an integer"],
    ["title", "", "title cannot be blank"],
    ["title", "123456", "title is too long (limit: 5 characters)"],
    // Lengths are counted in characters, not in UTF-16 units.
    ["title", "🎭🎭🎭🎭🎭!", "title is too long (limit: 5 characters)"],
    ["title", "🎭".repeat(2 ** 19), "title is too long (limit: 5 characters)"],
    ["long", "1", "long is too short."],
    ["long", "🎭", "long is too short."],
    ["code", "12", "code is not length 3"],
    ["code", "1234", "code is not length 3"],
    ["slug", "A1", "slug has invalid format"],
    ["slug", "a\0", "slug must not contain null bytes"],
    ["names", '{"a":"\\u0000"}', "names must not contain null bytes"],
    ["names", '{"\\u0000":"a"}', "names must not contain null bytes"],
    ["names", '{"a":"\\uD800"}', "names must not contain unpaired surrogates"],
    ["quoted", '"\\udc00b"', "quoted must not contain unpaired surrogates"],
    ["to", "a\0", "to must not contain null bytes"],
    ["colour", "red", "Invalid colour: not red"],
    ["shade", "red", "No red here"],
    ["size", "123", "Far too big"],
    ["first", "y", "Invalid first: no y"],
    ["title", "x".repeat(2 ** 20 + 1), "title is too long (limit: 1048576 characters)"],
    ["ids", "[".repeat(60) + "]".repeat(60), "ids is not valid JSON"],
  ];
  for (const [name, value, msg] of refused) {
    test(`${name}=${value.slice(0, 40)}`, async (t) => {
      const { call } = await startApp(t, [echo]);
      const { status, json } = await call("POST", "/echo", { form: { [name]: value } });
      assert.deepEqual({ status, json }, { status: 400, json: { result: "error", msg, code: "BAD_REQUEST" } });
    });
  }
});

describe("a valid value is accepted", () => {
  const accepted: [name: string, value: string, got: unknown][] = [
    ["title", "ab c", "ab c"],
    ["title", '"a"', '"a"'],
    ["title", "🎭🎭🎭🎭🎭", "🎭🎭🎭🎭🎭"],
    ["code", "🎭🎭🎭", "🎭🎭🎭"],
    ["nul", "a\0b", "a\0b"],
    ["count", "5", 5],
    ["ratio", "1", 1],
    ["flag", "true", true],
    ["folder", "null", null],
    ["ids", "[1, 2]", [1, 2]],
    ["pair", '["a", 1]', ["a", 1]],
    ["group", '{"members":[1]}', { members: [1] }],
    ["op", "start", "start"],
    ["level", "2", 2],
    ["quoted", '"bare"', "bare"],
    ["quoted", '"\\\\u0000"', "\\u0000"],
    ["names", '{"a":"\\ud83c\\udfad"}', { a: "🎭" }],
    // The ids are too large for the database. They are replaced by an id that no row has.
    ["ids", "[2147483648, 9007199254740991]", [2_147_483_647, 2_147_483_647]],
    ["policy", "inherit", "inherit"],
    ["policy", '"inherit"', "inherit"],
    ["to", "7", 7],
    ["to", "[7]", [7]],
    ["to", "general", "general"],
    ["to", '"general"', "general"],
    ["to", "[broken", "[broken"],
    ["days", "30", 30],
    ["days", "unlimited", "unlimited"],
    ["days", '"unlimited"', "unlimited"],
    ["seconds", "0", "1970-01-01T00:00:00.000Z"],
    ["limit", "3", 3],
  ];
  for (const [name, value, got] of accepted) {
    test(`${name}=${value}`, async (t) => {
      const { call } = await startApp(t, [echo]);
      const { status, json } = await call("POST", "/echo", { form: { [name]: value } });
      assert.equal(status, 200, JSON.stringify(json));
      assert.deepEqual((json["got"] as Record<string, unknown>)[name], got);
    });
  }
});

test("a missing parameter is named, and only the first error in the order of declaration is reported", async (t) => {
  const { call } = await startApp(t, [strictEcho]);
  const missing = await call("GET", "/needy?second=a");
  assert.deepEqual(missing.json, {
    result: "error",
    msg: "Missing 'first' argument",
    code: "REQUEST_VARIABLE_MISSING",
    var_name: "first",
  });
  assert.equal((await call("GET", "/needy?first=x")).json["msg"], "first is not valid JSON");
  assert.equal((await call("GET", "/needy?first=1")).json["msg"], "Missing 'second' argument");
});

test("two names of one parameter cannot both be sent", async (t) => {
  const { call } = await startApp(t, [echo]);
  const { status, json } = await call("POST", "/echo?subject=b", { form: { title: "a" } });
  assert.equal(status, 400);
  assert.deepEqual(json, {
    result: "error",
    msg: "Can't decide between 'title' and 'subject' arguments",
    code: "REQUEST_CONFUSING_VAR",
    var_name1: "title",
    var_name2: "subject",
  });
  assert.deepEqual((await call("POST", "/echo", { form: { subject: "a" } })).json["got"], { title: "a", limit: 7 });
});

test("if a condition on several parameters fails, the error has the condition's own text", async (t) => {
  const { call } = await startApp(t, [echo]);
  assert.equal((await call("POST", "/echo", { form: { first: "x", second: "x" } })).json["msg"], "Not both x");
});

test("parameters in the body override those in the query, and the first of several values is used", async (t) => {
  const { call } = await startApp(t, [echo]);
  const got = async (path: string, form: [string, string][]) => (await call("POST", path, { form })).json["got"];
  assert.deepEqual(
    await got("/echo?first=q&second=r&second=s", [
      ["first", "b"],
      ["first", "c"],
    ]),
    { first: "b", second: "r", limit: 7 },
  );
});

test("names of ignored parameters are returned sorted, and only on success", async (t) => {
  const { call } = await startApp(t, [echo]);
  const form = { zebra: "1", first: "a", client: "x", __proto__: "p" };
  const { json } = await call("POST", "/echo?apple=1&zebra=2&__proto__=1", { form });
  assert.deepEqual(json["ignored_parameters_unsupported"], ["__proto__", "apple", "zebra"]);
  assert.ok(!("ignored_parameters_unsupported" in (await call("POST", "/echo", { form: { first: "a" } })).json));
  assert.ok(
    !("ignored_parameters_unsupported" in (await call("POST", "/echo", { form: { zebra: "1", count: "x" } })).json),
  );
});

test("rejecting a long list of invalid items takes no more time than rejecting its first item", async (t) => {
  const { call } = await startApp(t, [echo]);
  const before = process.threadCpuUsage();
  const { json } = await call("POST", "/echo", { form: { ids: `[${"{},".repeat(70_000)}{}]` } });
  assert.equal(json["msg"], "ids[0] is not an integer");
  const { user, system } = process.threadCpuUsage(before);
  assert.ok((user + system) / 1000 / machineSlowdown() < 1000);
});

test("any input gets a response that is not an internal error", async (t) => {
  const { call } = await startApp(t, [echo, strictEcho]);
  const names = fc.constantFrom(...Object.keys(input.shape), "subject", "method", "__proto__", "toString", "");
  const junk = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json({ maxDepth: 4 }),
    fc.constantFrom("1e400", "-0", "\0", "\\ud800", "%", "%zz", "%ff"),
  );
  await assertProperty(
    fc.asyncProperty(fc.array(fc.tuple(names, junk), { maxLength: 6 }), fc.string(), async (pairs, tail) => {
      const body = `${pairs.map(([name, value]) => `${name}=${value.includes("%") ? value : encodeURIComponent(value.toWellFormed())}`).join("&")}&${tail}`;
      const answers = [
        await call("POST", "/echo", { body }),
        await call("GET", `/needy?${encodeURI(tail.toWellFormed()).replaceAll("#", "")}`),
      ];
      for (const { status, json } of answers) {
        assert.ok(status < 500, `${status} ${JSON.stringify(json)}`);
        assert.ok(json["result"] === "success" || json["result"] === "error");
      }
    }),
    { rounds: 20, exploreRounds: 1000 },
  );
});

test("well-formed values are received unchanged", async (t) => {
  const { call } = await startApp(t, [echo]);
  const plain = fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", ""));
  const values = fc.record({
    second: plain,
    quoted: plain,
    ids: fc.array(fc.nat()),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }),
    names: fc.dictionary(
      plain.filter((key) => key !== "__proto__"),
      plain,
    ),
  });
  await assertProperty(
    fc.asyncProperty(values, async ({ second, quoted, ids, ratio, names }) => {
      const form = {
        second,
        quoted: JSON.stringify(quoted),
        ids: JSON.stringify(ids),
        ratio: JSON.stringify(ratio),
        names: JSON.stringify(names),
      };
      const { json } = await call("POST", "/echo", { form });
      assert.deepEqual(json["got"], JSON.parse(JSON.stringify({ second, quoted, ids, ratio, names, limit: 7 })));
    }),
    { rounds: 15, exploreRounds: 1000 },
  );
});
