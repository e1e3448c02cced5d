import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "./log.ts";

function collect(readable: boolean) {
  const lines: string[] = [];
  return {
    lines,
    log: createLogger({ level: "info", readable, destination: { write: (line) => void lines.push(line) } }),
  };
}

test("secrets are not written, at the top or one level below", () => {
  const { lines, log } = collect(false);
  log.info(
    { password: "hunter2", user: { api_key: "hunter2", name: "h" }, headers: { authorization: "hunter2" } },
    "in",
  );
  assert.ok(!lines[0]?.includes("hunter2"));
  assert.match(lines[0] ?? "", /"name":"h"/);
});

test("of an error its members are left out, and its causes are told", () => {
  const { lines, log } = collect(false);
  log.error(
    { err: new Error("outer", { cause: Object.assign(new Error("inner"), { code: "23505", detail: "hunter2" }) }) },
    "failed",
  );
  assert.ok(!lines[0]?.includes("hunter2"));
  const { err } = JSON.parse(lines[0]!) as { err: { message: string; cause: { code: string; message: string } } };
  assert.deepEqual([err.message, err.cause.message, err.cause.code], ["outer", "inner", "23505"]);
});

test("on a terminal a line is one that people can read", () => {
  const { lines, log } = collect(true);
  log.warn({ url: "http://a", count: 2 }, "listening");
  log.error({ err: new Error("burnt", { cause: new Error("fire") }) }, "failed");
  log.debug("not told");
  assert.match(lines[0] ?? "", /^\d\d:\d\d:\d\d WARN {2}listening url=http:\/\/a count=2\n$/);
  assert.match(lines[1] ?? "", /ERROR failed\nError: burnt\n +at [^]*\ncaused by Error: fire\n/);
  assert.equal(lines.length, 2);
});
