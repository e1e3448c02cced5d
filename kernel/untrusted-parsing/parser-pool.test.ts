import assert from "node:assert/strict";
import { test } from "node:test";
import type { Behavior } from "./fixtures/misbehaving-parser.ts";
import { ParserPool } from "./parser-pool.ts";
import { ParsingFailure } from "./parsing-failure.ts";

const file = new URL("./fixtures/misbehaving-parser.ts", import.meta.url);
const limits = { name: "test parser", file, maxProcesses: 2, maxHeapMiB: 32, maxMemoryMiB: 256 };
const newPool = (options = {}) => new ParserPool<Behavior, number>({ ...limits, ...options });

const failsFor = (reason: string) => (error: unknown) => error instanceof ParsingFailure && error.reason === reason;

test("an input that takes too much time or memory fails, and the next input is parsed by another process", async () => {
  const pool = newPool();
  const first = await pool.parse(1, "answer");
  assert.equal(await pool.parse(1, "answer"), first);
  await assert.rejects(pool.parse(1, "fill-heap"), failsFor("memory"));
  const second = await pool.parse(1, "answer");
  assert.notEqual(second, first);
  await assert.rejects(pool.parse(1, "fill-memory"), failsFor("memory"));
  await assert.rejects(pool.parse(1, "die"), failsFor("crash"));
  assert.ok(![first, second].includes(await pool.parse(1, "answer")));
  await assert.rejects(newPool({ maxCpuMs: 100 }).parse(1, "loop"), failsFor("timeout"));
});

test("an error thrown by a parser is reported, and the parser's process is used again", async () => {
  const pool = newPool();
  const before = await pool.parse(1, "answer");
  await assert.rejects(pool.parse(1, "throw"), /the test parser failed: error \(no such thing\)/);
  assert.equal(await pool.parse(1, "answer"), before);
  await assert.rejects(newPool({ file: new URL("./missing.ts", file) }).parse(1, "answer"), failsFor("crash"));
});

test("an idle process that dies is replaced", async () => {
  const pool = newPool();
  const before = await pool.parse(1, "answer");
  process.kill(before, "SIGKILL");
  assert.notEqual(await pool.parse(1, "answer"), before);
});

test("an owner with many inputs occupies a single process, and inputs beyond a limit are rejected", async () => {
  const pool = newPool({ maxCpuMs: 500 });
  const slow = assert.rejects(pool.parse(1, "loop"), failsFor("timeout"));
  const waiting = Array.from({ length: 49 }, () => pool.parse(1, "answer"));
  await assert.rejects(pool.parse(1, "answer"), failsFor("busy"));
  assert.ok((await pool.parse(2, "answer")) > 0);
  await slow;
  const pids = new Set(await Promise.all(waiting));
  assert.equal(pids.size, 1);
});
