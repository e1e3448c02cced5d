// Slow: starts a server, kills it together with its database, and starts it again.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Presence } from "@parlance/contract/nouns/presence.ts";
import { type TestUser, ServerProcess } from "@parlance/testkit";

const requestPresences = async (person: TestUser) =>
  (await person.callOrThrow("POST", "/users/me/presence", { status: "idle", last_update_id: -1 })) as {
    presences: Record<string, Presence>;
    presence_last_update_id: number;
  };

test("a server that is killed has stored all acknowledged presence, and continues to count updates", async () => {
  await using server = await ServerProcess.start();
  const { owner, member, admin } = (await server.demoUsers()) as Record<"owner" | "member" | "admin", TestUser>;
  await owner.callOrThrow("POST", "/users/me/presence", { status: "active" });
  const before = await requestPresences(member);
  await admin.callOrThrow("POST", "/users/me/presence", { status: "active", ping_only: true });
  await server.kill({ database: true });
  await server.restart();

  const { presences } = await requestPresences(member);
  assert.deepEqual(presences[owner.id], before.presences[owner.id]);
  assert.ok(presences[admin.id]);
  await owner.callOrThrow("POST", "/users/me/presence", { status: "active" });
  const after = await requestPresences(owner);
  assert.ok(after.presence_last_update_id > before.presence_last_update_id);
  assert.equal(await server.stop(), 0);
});
