import assert from "node:assert/strict";
import { test } from "node:test";
import { readPosition } from "@parlance/kernel/events/event-log.ts";
import { clock, createTestOrganization, days, type TestUser } from "@parlance/testkit";
import { loadPresenceJson } from "./presence-json.ts";

const ping = (person: TestUser) => person.callOrThrow("POST", "/users/me/presence", { status: "active" });

/** Returns the ids of the users whose presence a new client receives. */
async function receivedBy(viewer: TestUser, historyDays = 14): Promise<number[]> {
  const options = { event_types: ["presence"], slim_presence: true, presence_history_limit_days: historyDays };
  const { state } = await viewer.registerQueue(options);
  return Object.keys(state.presences).map(Number);
}

const ids = (...people: readonly TestUser[]) => people.map(({ id }) => id).sort((a, b) => a - b);

test("a new client receives the presence of the users whose accounts are active, within its number of days", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  await Promise.all([hamlet, cordelia, iago].map(ping));
  assert.deepEqual(await receivedBy(othello), ids(hamlet, cordelia, iago));
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  assert.deepEqual(await receivedBy(othello), ids(cordelia, iago));
  await iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  assert.deepEqual(await receivedBy(othello), ids(hamlet, cordelia, iago));
  clock.shiftWallClock(days(15));
  await ping(cordelia);
  assert.deepEqual(await receivedBy(othello), ids(cordelia));
  assert.deepEqual(await receivedBy(othello, 16), ids(hamlet, cordelia, iago));
  assert.deepEqual(await receivedBy(othello), ids(cordelia));
});

test("a registration whose transaction does not see a ping that another registration has read receives the presence before the ping", async () => {
  const { server, realmId, hamlet, othello } = await createTestOrganization();
  await ping(othello);
  await receivedBy(othello);
  const snapshot = await server.snapshots.current(realmId);
  const request = { snapshot, historyDays: 14, now: clock.now() };
  const [before, after] = await server.db.snapshot(async (at) => {
    await readPosition(at, realmId);
    const early = await loadPresenceJson(at, request);
    await ping(hamlet);
    assert.deepEqual(await receivedBy(othello), ids(hamlet, othello));
    return [early, await loadPresenceJson(at, request)];
  });
  assert.notEqual(before, undefined);
  // The registration then queries all presence in its transaction.
  assert.equal(after, undefined);
});
