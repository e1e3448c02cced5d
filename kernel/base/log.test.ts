import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { createLogger } from "./log.ts";

function collect(readable: boolean) {
  const lines: string[] = [];
  return {
    lines,
    log: createLogger({ level: "info", readable, destination: { write: (line) => void lines.push(line) } }),
  };
}

test("secrets are redacted among a line's fields and one level below", () => {
  const { lines, log } = collect(false);
  log.info(
    { password: "hunter2", user: { api_key: "hunter2", name: "h" }, headers: { authorization: "hunter2" } },
    "in",
  );
  assert.ok(!lines[0]?.includes("hunter2"));
  assert.match(lines[0] ?? "", /"name":"h"/);
});

test("the log omits an error's additional properties, and includes its causes", () => {
  const { lines, log } = collect(false);
  log.error(
    { err: new Error("outer", { cause: Object.assign(new Error("inner"), { code: "23505", detail: "hunter2" }) }) },
    "failed",
  );
  assert.ok(!lines[0]?.includes("hunter2"));
  const { err } = JSON.parse(lines[0]!) as { err: { message: string; cause: { code: string; message: string } } };
  assert.deepEqual([err.message, err.cause.message, err.cause.code], ["outer", "inner", "23505"]);
});

test("on a terminal, log lines are human-readable", () => {
  const { lines, log } = collect(true);
  log.warn({ url: "http://a", count: 2 }, "listening");
  log.error({ err: new Error("burnt", { cause: new Error("fire") }) }, "failed");
  log.debug("not logged");
  assert.match(lines[0] ?? "", /^\d\d:\d\d:\d\d WARN {2}listening url=http:\/\/a count=2\n$/);
  assert.match(lines[1] ?? "", /ERROR failed\nError: burnt\n +at [^]*\ncaused by Error: fire\n/);
  assert.equal(lines.length, 2);
});

/** Logs an error, and returns its description in the log line. */
function described(thrown: unknown) {
  const { lines, log } = collect(false);
  log.error({ err: thrown }, "failed");
  const { err } = JSON.parse(lines[0]!) as { err: Record<string, unknown> };
  return err;
}

test("a library's copy of an error is logged like the original error", () => {
  const error = Object.assign(new TypeError("no such queue"), { code: "57P01", detail: "hunter2" });
  const copy = { ...error, message: error.message, stack: error.stack, queue: "mail" };
  const { stack, ...facts } = described(copy);
  assert.deepEqual(facts, { name: "TypeError", code: "57P01", message: "no such queue" });
  assert.equal(stack, error.stack);
});

test("each error of an aggregate error is logged", () => {
  const both = new AggregateError([
    Object.assign(new Error("connect ECONNREFUSED ::1:1"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
  ]);
  const { errors } = described(both) as { errors: { message: string; code: string }[] };
  assert.deepEqual(
    errors.map(({ code, message }) => [code, message]),
    [
      ["ECONNREFUSED", "connect ECONNREFUSED ::1:1"],
      ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"],
    ],
  );
  const { lines, log } = collect(true);
  log.error({ err: both }, "failed");
  assert.match(lines[0] ?? "", /one of several: Error: connect ECONNREFUSED ::1:1/);
});

test("circular and endlessly nested errors are truncated", () => {
  const circular = new Error("round") as Error & { cause?: unknown; errors?: unknown[] };
  circular.cause = new AggregateError([circular, new Error("aside")], "and round");
  assert.match(JSON.stringify(described(circular)), /"aside"/);
  let deep: unknown = new Error("bottom");
  for (let depth = 0; depth < 1000; depth += 1) deep = new AggregateError(Array(10).fill(deep), `${depth}`);
  assert.ok(JSON.stringify(described(new Error("top", { cause: new Error("next") }))).includes("next"));
  assert.ok(described(deep));
});

const message = fc.string({ minLength: 1 });
const anError = fc.tuple(fc.constantFrom(Error, TypeError, RangeError), message).map(([Kind, text]) => new Kind(text));
const thrown = fc.oneof(
  anError,
  fc.tuple(anError, fc.anything()).map(([error, cause]) => Object.assign(error, { cause })),
  fc.tuple(fc.array(fc.anything()), message).map(([errors, text]) => new AggregateError(errors, text)),
  fc.record({ message: fc.anything(), stack: fc.anything(), name: fc.anything(), code: fc.anything() }),
  fc.constant(new Proxy({}, { get: () => assert.fail("hostile"), ownKeys: () => assert.fail("hostile") })),
  fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
);

test("any thrown value is described as text in the log", () => {
  assertProperty(
    fc.property(thrown, (value) => {
      const { name, message: text } = described(value);
      assert.equal(typeof name, "string");
      assert.equal(typeof text, "string");
      if (value instanceof Error) assert.deepEqual([name, text], [value.name, value.message]);
      if (typeof value === "string") assert.equal(text, value);
      else assert.doesNotMatch(String(text), /^\[object/);
    }),
    { rounds: 200, exploreRounds: 500 },
  );
});
