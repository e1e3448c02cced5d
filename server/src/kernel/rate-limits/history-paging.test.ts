import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startServer, usualLimits } from "@parlance/testkit";

const server = await startServer({ rateLimits: usualLimits });

test("a client that pages quickly through a thousand pages of history never waits", async () => {
  const { hamlet } = await newRealm(server);
  const asks = () => hamlet.get("/messages", { anchor: "newest", num_before: 100, num_after: 0 });
  assert.equal((await asks()).headers["x-ratelimit-limit"], "200");
  for (let count = 0; count < 50; count += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, asks));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  }
});
