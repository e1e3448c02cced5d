import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer, defaultRateLimits } from "@parlance/testkit";
import { setRateLimit } from "@parlance/server/modules/users/accounts/actions/set-rate-limit.ts";

test("an operator's rules for one account apply immediately, and only to that account", async () => {
  const server = await startServer({ rateLimits: defaultRateLimits }, { shared: false });
  const { hamlet, othello, bot } = await createTestOrganization(server);
  const limitOf = async (person: typeof hamlet) => (await person.get("/users/me")).headers["x-ratelimit-limit"];
  const sets = (rules: string | null) => server.db.write((tx) => setRateLimit(tx, hamlet.id, rules));
  assert.equal(await limitOf(hamlet), "200");
  await sets("60:1000,86400:5");
  assert.deepEqual([await limitOf(hamlet), await limitOf(othello), await limitOf(bot)], ["5", "200", "200"]);
  for (let left = 4; left > 0; left -= 1) await hamlet.post("/users/me/status", { status_text: `${left}` });
  assert.equal((await hamlet.post("/users/me/status", { status_text: "enough" })).status, 429);
  await sets("off");
  assert.equal(await limitOf(hamlet), undefined);
  await sets(null);
  assert.equal(await limitOf(hamlet), "200");
});
