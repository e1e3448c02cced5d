import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import { createDatabaseSpending } from "./database-spending.ts";
import { pruneRateShares } from "./jobs.ts";
import { RateLimits } from "./rate-limits.ts";
import type { SharedSpending, Spending } from "./shared-buckets.ts";
import { clock, createTestDatabase, until } from "@parlance/testkit";
import { createLogger } from "../base/log.ts";
import { accountLimit } from "./settings.ts";

const { rateLimits: rules } = loadConfig({}).server;

/**
 * Sends requests of an account until one is rejected, and returns the number of allowed ones, which is 200 under the
 * rules used here.
 */
async function spendAll(limits: RateLimits, id = 7): Promise<number> {
  for (let done = 0; ; done += 1) {
    const status = await limits.spend([{ limit: accountLimit, owner: id, cost: 1 }]);
    if (status && status.retryAfterSeconds > 0) return done;
  }
}

const frozen = { elapsed: () => 86_400_000 };

test("if the store cannot be reached, each process counts alone and allows exactly as many requests as the rules do", async () => {
  const shared: SharedSpending = { add: () => Promise.reject(new Error("no route to host")) };
  assert.equal(await spendAll(new RateLimits({ rules, clock: frozen, shared })), 200);
});

test("a store that never responds delays requests only for a limited time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const shared: SharedSpending = { add: () => new Promise(() => undefined) };
  const spent = spendAll(new RateLimits({ rules, clock: frozen, shared }));
  // The request waits for one turn of the event loop before it waits for the store.
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(5000);
  assert.equal(await spent, 200);
});

test("spending during an outage of the store is reported afterwards", async () => {
  let isAway = true;
  const reported: Spending[] = [];
  const shared: SharedSpending = {
    async add(spending) {
      if (isAway) throw new Error("no route to host");
      reported.push(...spending);
      return spending.map(({ seconds }) => seconds);
    },
  };
  const limits = new RateLimits({ rules, clock: frozen, shared });
  const spend = async (count: number) => {
    for (let n = 0; n < count; n += 1) await limits.spend([{ limit: accountLimit, owner: 7, cost: 1 }]);
  };
  await spend(50);
  isAway = false;
  // The delay after a failure is real time, so `until` waits between the requests. Their cost is tiny, because a
  // rejected request starts no report: the budget must not be used up before the delay ends.
  await until(async () => {
    await limits.spend([{ limit: accountLimit, owner: 7, cost: 0.001 }]);
    return reported.length > 0;
  });
  assert.equal(reported[0]?.name, "account 7 60:200");
  assert.ok((reported[0]?.seconds ?? 0) >= (50 * 60) / 200, String(reported[0]?.seconds));
});

test("an ordinary request does not wait for the store, and the spending of many callers is reported in one statement", async () => {
  const calls: (readonly Spending[])[] = [];
  const shared: SharedSpending = {
    async add(spending) {
      calls.push(spending);
      return spending.map(({ seconds }) => seconds);
    },
  };
  const limits = new RateLimits({ rules, clock: frozen, shared });
  for (let id = 0; id < 100; id += 1) {
    for (let n = 0; n < 10; n += 1) {
      assert.ok(!(limits.spend([{ limit: accountLimit, owner: id, cost: 1 }]) instanceof Promise));
    }
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    calls.map((spending) => spending.length),
    [100],
  );
});

test("the database adds up the spending of processes with its own clock, and deletes spending that has recovered", async () => {
  const { db } = await createTestDatabase();
  const store = createDatabaseSpending(db.pool);
  const [first] = await store.add([{ name: "a", seconds: 100 }]);
  assert.ok(first !== undefined && first > 99 && first <= 100, String(first));
  const [other, second] = await store.add([
    { name: "b", seconds: 0.001 },
    { name: "a", seconds: 50 },
  ]);
  assert.ok(second !== undefined && second > 100 && second <= 150, String(second));
  assert.ok(other !== undefined && other <= 0.001, String(other));
  const log = createLogger({ level: "silent" });
  const names = async () =>
    (await db.reader.selectFrom("rate_share").select("bucket").execute()).map((row) => row.bucket);
  await until(async () => {
    await pruneRateShares.run({ db, clock, log, signal: new AbortController().signal }, {});
    return !(await names()).includes("b");
  });
  assert.deepEqual(await names(), ["a"]);
});
