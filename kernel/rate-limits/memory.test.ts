import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import type { RateLimitStatus } from "./bucket.ts";
import { RateLimits } from "./rate-limits.ts";
import { addressLimit, accountLimit } from "./settings.ts";

const { rateLimits: rules } = loadConfig({}).server;

test("the number of remembered clients is bounded, even if requests come from ever new addresses", () => {
  const limits = new RateLimits({ rules, clock: { elapsed: () => 0 } });
  const spendAnonymously = (owner: string) =>
    limits.spend([{ limit: addressLimit, owner, cost: 1 }]) as RateLimitStatus;
  const spends = () => limits.spend([{ limit: accountLimit, owner: 7, cost: 1 }]) as RateLimitStatus;
  spends();
  for (let count = 0; count < 100_000; count += 1) spendAnonymously(`2001:db8:${count >> 16}:${count & 65_535}::/64`);
  assert.equal(limits.size, 50_001);
  assert.equal(spendAnonymously("2001:db8:1:34463::/64").remaining, 98, "those of late are remembered");
  assert.equal(spends().remaining, 198, "accounts are not forgotten because of strangers");
});

test("clients without recent requests are evicted when new ones appear", () => {
  let now = 0;
  const limits = new RateLimits({ rules, clock: { elapsed: () => now } });
  const spendAnonymously = (owner: string) =>
    limits.spend([{ limit: addressLimit, owner, cost: 1 }]) as RateLimitStatus;
  for (let count = 0; count < 1000; count += 1) spendAnonymously(`a${count}`);
  now += 60_000;
  for (let count = 0; count < 1000; count += 1) spendAnonymously(`b${count}`);
  assert.ok(limits.size <= 1001, String(limits.size));
});
