import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { loadConfig } from "../config.ts";
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

test("while the server cannot serve anybody, that is what they are told, however often they ask", async (t) => {
  const findRealm = () => Promise.reject(new ServerNotReady());
  const { call } = await startApp(t, [write], { findRealm, rateLimits: new RateLimits({ rules, clock }) });
  for (let count = 0; count < 5; count += 1) assert.equal((await call("POST", "/it")).status, 503);
});

test("what is declared to be more work counts for more, and none of it runs when it is too much", async (t) => {
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
