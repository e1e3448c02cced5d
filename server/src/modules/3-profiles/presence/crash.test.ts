// Slow: starts and kills processes several times.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Presence } from "@parlance/contract/nouns/presence.ts";
import { type Person, ServerProcess, until } from "@parlance/testkit";

const asks = async (person: Person) =>
  (await person.does("POST", "/users/me/presence", { status: "idle", last_update_id: -1 })) as {
    presences: Record<string, Presence>;
    presence_last_update_id: number;
  };

test("a server that is killed has lost nobody's presence but that of the last moment, and goes on counting updates", async () => {
  await using server = await ServerProcess.start();
  const { owner, member, admin } = (await server.people()) as Record<"owner" | "member" | "admin", Person>;
  await owner.does("POST", "/users/me/presence", { status: "active" });
  const before = await until(async () => {
    const told = await asks(member);
    return owner.id in told.presences && told;
  });
  const known = before.presences[owner.id];
  await admin.does("POST", "/users/me/presence", { status: "active" });
  await server.kill({ database: true });
  await server.startAgain();

  assert.deepEqual((await asks(member)).presences[owner.id], known);
  await admin.does("POST", "/users/me/presence", { status: "active" });
  const after = await until(async () => {
    const told = await asks(member);
    return admin.id in told.presences && told;
  });
  assert.ok(after.presence_last_update_id > before.presence_last_update_id);
  assert.equal(await server.stop(), 0);
});
