// Slow: starts and kills processes several times.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Presence } from "@parlance/contract/nouns/presence.ts";
import { type Person, ServerProcess } from "@parlance/testkit";

const asks = async (person: Person) =>
  (await person.does("POST", "/users/me/presence", { status: "idle", last_update_id: -1 })) as {
    presences: Record<string, Presence>;
    presence_last_update_id: number;
  };

test("a server that is killed has lost nobody's presence that it acknowledged, and goes on counting updates", async () => {
  await using server = await ServerProcess.start();
  const { owner, member, admin } = (await server.people()) as Record<"owner" | "member" | "admin", Person>;
  await owner.does("POST", "/users/me/presence", { status: "active" });
  const before = await asks(member);
  await admin.does("POST", "/users/me/presence", { status: "active", ping_only: true });
  await server.kill({ database: true });
  await server.startAgain();

  const { presences } = await asks(member);
  assert.deepEqual(presences[owner.id], before.presences[owner.id]);
  assert.ok(presences[admin.id]);
  await owner.does("POST", "/users/me/presence", { status: "active" });
  const after = await asks(owner);
  assert.ok(after.presence_last_update_id > before.presence_last_update_id);
  assert.equal(await server.stop(), 0);
});
