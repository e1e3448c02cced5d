import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import { RateLimits } from "../rate-limits/rate-limits.ts";
import { endpoint } from "./endpoint.ts";
import { ServerNotReady } from "./errors.ts";
import { startApp } from "./fixtures/test-app.ts";

const { rateLimits: rules } = loadConfig({
  PARLANCE_RATE_LIMIT_ACCOUNT: "60:2",
  PARLANCE_RATE_LIMIT_ADDRESS: "60:2",
}).server;
const clock = { elapsed: () => 86_400_000 };
const it = { summary: "Do it", access: "user", response: z.object({}), errors: [] } as const;
const write = endpoint.write({ ...it, route: "POST /it", handler: async () => ({}) });

test("while the server is unavailable, every request gets the error for that, never a rate limit error", async (t) => {
  const findRealm = () => Promise.reject(new ServerNotReady());
  const { call } = await startApp(t, [write], { findRealm, rateLimits: new RateLimits({ rules, clock }) });
  for (let count = 0; count < 5; count += 1) assert.equal((await call("POST", "/it")).status, 503);
});

test("parameters that cause more work have a higher cost, and an operation beyond the limit does not run", async (t) => {
  let runs = 0;
  const heavy = endpoint.read({
    ...it,
    route: "GET /it",
    cost: 1,
    input: z.object({ deep: z.string().optional() }),
    surcharge: ({ deep }) => (deep === undefined ? 0 : 1),
    handler: async () => {
      runs += 1;
      return {};
    },
  });
  const { call } = await startApp(t, [heavy, write], { rateLimits: new RateLimits({ rules, clock }) });
  assert.equal((await call("GET", "/it?deep=1")).headers["x-ratelimit-remaining"], "0");
  assert.equal((await call("GET", "/it")).status, 429);
  assert.equal((await call("GET", "/it", { as: "ada" })).headers["x-ratelimit-remaining"], "1");
  const refused = await call("GET", "/it?deep=1", { as: "ada" });
  assert.deepEqual([refused.status, refused.json["retry-after"]], [429, 30]);
  assert.equal(runs, 2);
});

const PIECE_BYTES = 1000;

/** An operation that returns a list of the requested length, and counts the requested amount of large work. */
const list = endpoint.read({
  ...it,
  route: "GET /list",
  cost: 0.5,
  input: z.object({ length: z.coerce.number(), work: z.coerce.number().optional() }),
  response: z.object({ list: z.array(z.string()) }),
  handler: async ({ startLargeWork }, { input: { length, work } }) => {
    if (work !== undefined) await startLargeWork(work);
    return { list: Array.from({ length: Math.floor(length / 100) }, () => "x".repeat(97)) };
  },
});

const sized = () => new RateLimits({ rules: dailyTen, clock, bytesPerRequest: PIECE_BYTES });
const dailyTen = loadConfig({ PARLANCE_RATE_LIMIT_ACCOUNT: "86400:10" }).server.rateLimits;

test("a large response counts as several requests, according to its size before compression, and a small one as one request", async (t) => {
  const { call } = await startApp(t, [list], { rateLimits: sized() });
  const remaining = async (path: string, headers: Record<string, string> = {}) =>
    Number((await call("GET", path, { headers })).headers["x-ratelimit-remaining"]);
  assert.equal(await remaining("/list?length=0"), 9);
  assert.equal(await remaining("/list?length=900"), 9);
  // The size counts as three additional requests and a part of a fourth.
  assert.equal(await remaining("/list?length=4100"), 6);
  assert.equal(await remaining("/list?length=4100", { "accept-encoding": "gzip" }), 4);
  assert.equal(await remaining("/list?length=100000"), 0);
});

test("after a response beyond the limit, requests are rejected, but for no longer than one period of the limit", async (t) => {
  let elapsed = 86_400_000;
  const rateLimits = new RateLimits({
    rules: dailyTen,
    clock: { elapsed: () => elapsed },
    bytesPerRequest: PIECE_BYTES,
  });
  const { call } = await startApp(t, [list], { rateLimits });
  assert.equal((await call("GET", "/list?length=1000000")).status, 200);
  const refused = await call("GET", "/list?length=0");
  assert.equal(refused.status, 429);
  const wait = refused.json["retry-after"] as number;
  assert.ok(wait > 0 && wait <= 86_400, String(wait));
  elapsed += (wait - 1) * 1000;
  assert.equal((await call("GET", "/list?length=0")).status, 429);
  elapsed += 1001;
  assert.equal((await call("GET", "/list?length=0")).status, 200);
});

test("large work is counted before it is done, only once, and is rejected beyond the limit", async (t) => {
  const { call } = await startApp(t, [list], { rateLimits: sized() });
  const remaining = ({ headers }: { headers: Record<string, unknown> }) => Number(headers["x-ratelimit-remaining"]);
  assert.equal(remaining(await call("GET", "/list?length=5000&work=5000")), 7);
  assert.equal(remaining(await call("GET", "/list?length=0&work=9000")), 2);
  const refused = await call("GET", "/list?length=0&work=9000");
  assert.deepEqual([refused.status, refused.json["code"]], [429, "RATE_LIMIT_HIT"]);
  assert.equal(remaining(await call("GET", "/list?length=0")), 1);
});

test("a response that every client needs to start counts as one request, regardless of its size", async (t) => {
  const state = endpoint.read({
    ...it,
    route: "GET /state",
    ignoresResponseSize: true,
    response: z.object({ text: z.string() }),
    handler: async () => ({ text: "x".repeat(1_000_000) }),
  });
  const { call } = await startApp(t, [state, list], { rateLimits: sized() });
  assert.equal((await call("GET", "/state")).headers["x-ratelimit-remaining"], "9");
});
