import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../config/config-error.ts";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";

test("each limit has its own setting with several rules, and can be switched off separately", () => {
  const { rateLimits } = loadConfig({
    PARLANCE_RATE_LIMIT_ACCOUNT: "60:1000, 86400:100000",
    PARLANCE_RATE_LIMIT_EDITS: "off",
  }).server;
  assert.deepEqual(rateLimits.account, [
    { seconds: 60, capacity: 1000 },
    { seconds: 86_400, capacity: 100_000 },
  ]);
  assert.deepEqual(rateLimits.edits, []);
  assert.deepEqual(rateLimits.address, [{ seconds: 60, capacity: 100 }]);
});

test("invalid rules are reported before the server starts", () => {
  for (const text of ["200", "60:0", "0:5", "60:200,", "90000:5", "60:1.5", "none"]) {
    assert.throws(
      () => loadConfig({ PARLANCE_RATE_LIMIT_ADDRESS: text }),
      (error: Error) => error instanceof ConfigError && error.message.startsWith("PARLANCE_RATE_LIMIT_ADDRESS is"),
      text,
    );
  }
});
