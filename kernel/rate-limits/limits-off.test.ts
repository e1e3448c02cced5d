import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import { call, createTestOrganization, startServer } from "@parlance/testkit";

test("if rate limits are off, no request exceeds a limit and responses have no rate limit headers", async () => {
  const { rateLimits } = loadConfig({ PARLANCE_RATE_LIMITS: "off", PARLANCE_RATE_LIMIT_ACCOUNT: "60:1" }).server;
  const realm = await createTestOrganization(await startServer({ rateLimits }));
  const { hamlet } = realm;
  for (let count = 0; count < 20; count += 1) {
    const answer = await hamlet.post("/users/me/status", { status_text: `${count}` });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["x-ratelimit-limit"], undefined);
  }
  const guess = { method: "POST", path: "/fetch_api_key", parameters: { username: hamlet.email, password: "x" } };
  for (let count = 0; count < 7; count += 1) assert.equal((await call(hamlet.site, guess)).status, 401);
  for (let count = 0; count < 3; count += 1) {
    assert.equal((await hamlet.patch("/settings", { email: `h${count}@example.com` })).status, 200);
  }
});
