import assert from "node:assert/strict";
import { test } from "node:test";
import type { Presence } from "@parlance/contract/nouns/presence.ts";
import {
  clock,
  days,
  minutes,
  createTestOrganization,
  type ParametersOf,
  type TestUser,
  seconds,
  watchEvents,
  until,
} from "@parlance/testkit";
import { realmWithLimitedGuests } from "#modules/users/accounts/fixtures/realm-with-limited-guests.ts";

type Ping = Partial<ParametersOf<"POST /users/me/presence">>;

const pings = (person: TestUser, more: Ping = {}) =>
  person.callOrThrow("POST", "/users/me/presence", { status: "active", last_update_id: -1, ...more });
const second = () => Math.floor(clock.now().getTime() / 1000);

/** Pings until the response satisfies `isDone`. By default, until the response contains the presence of any user. */
async function pingUntil(person: TestUser, more: Ping = {}, isDone = (ids: readonly string[]) => ids.length > 0) {
  return until(async () => {
    const answer = await pings(person, { status: "idle", ...more });
    return isDone(Object.keys(answer.presences ?? {})) && answer;
  });
}

/** Waits until earlier pings are stored, with a ping of a user without presence, which is stored after them. */
async function untilStored(viewer: TestUser, newcomer: TestUser): Promise<void> {
  await pings(newcomer);
  await pingUntil(viewer, {}, statuses(newcomer));
}

const statuses =
  (...people: readonly TestUser[]) =>
  (ids: readonly string[]) =>
    people.every(({ id, email }) => ids.includes(`${id}`) || ids.includes(email));

async function refused(answer: Promise<{ status: number; code?: unknown; msg: string }>): Promise<string> {
  const { status, code, msg } = await answer;
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("other users receive who is active and who is only connected, in the modern and in the old format", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const now = second();
  await pings(hamlet);
  await pings(othello, { status: "idle" });
  const { presences, server_timestamp } = await pingUntil(cordelia, {}, statuses(hamlet, othello));
  const seen = presences as Record<string, Presence>;
  assert.ok(Math.abs(seen[hamlet.id]!.active_timestamp - now) < 30);
  assert.equal(seen[hamlet.id]!.idle_timestamp, seen[hamlet.id]!.active_timestamp);
  assert.ok(seen[othello.id]!.idle_timestamp >= now);
  assert.ok(Math.abs(server_timestamp! - now) < 30);

  const timestamp = seen[hamlet.id]!.idle_timestamp;
  const older = { client: "website", status: "active", timestamp };
  const expected = { aggregated: older, website: { ...older, pushable: false } };
  const inOlder = await cordelia.callOrThrow("POST", "/users/me/presence", { status: "idle" });
  assert.deepEqual(inOlder.presences?.[hamlet.email], expected);
  assert.deepEqual((await cordelia.callOrThrow("GET", "/realm/presence")).presences[hamlet.email], expected);
  const slim = await cordelia.callOrThrow("POST", "/users/me/presence", { status: "idle", slim_presence: true });
  assert.deepEqual(slim.presences?.[hamlet.id], seen[hamlet.id]);
});

test("if a request contains the id of the last update, the response contains only the changes since then", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await pings(hamlet);
  const first = await pingUntil(cordelia, {}, statuses(hamlet, cordelia));
  const none = await pings(cordelia, { status: "idle", last_update_id: first.presence_last_update_id });
  assert.deepEqual([none.presences, none.presence_last_update_id], [{}, first.presence_last_update_id]);

  await pings(othello);
  const since = { last_update_id: first.presence_last_update_id };
  const next = await pingUntil(cordelia, since, statuses(othello));
  assert.deepEqual(Object.keys(next.presences ?? {}), [`${othello.id}`]);
  assert.ok(next.presence_last_update_id > first.presence_last_update_id);
  const [a, b] = [await cordelia.registerQueue({ slim_presence: true }), await cordelia.registerQueue()];
  assert.equal(a.state.presence_last_update_id, next.presence_last_update_id);
  assert.deepEqual(
    new Set(Object.keys(a.state.presences)),
    new Set([hamlet, othello, cordelia].map(({ id }) => `${id}`)),
  );
  assert.deepEqual(
    new Set(Object.keys(b.state.presences)),
    new Set([hamlet, othello, cordelia].map(({ email }) => email)),
  );
});

test("the response to a report includes the reported presence, and so do all later responses", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const only = await hamlet.callOrThrow("POST", "/users/me/presence", { status: "active", ping_only: true });
  assert.deepEqual([only.presences, only.server_timestamp, only.presence_last_update_id], [undefined, undefined, -1]);
  const { presences, presence_last_update_id } = await pings(othello);
  assert.deepEqual(new Set(Object.keys(presences ?? {})), new Set([`${hamlet.id}`, `${othello.id}`]));
  assert.ok(presence_last_update_id > 0);
  clock.shiftWallClock(minutes(2));
  const again = (await pings(hamlet)).presences as Record<string, Presence>;
  assert.ok(Math.abs(again[hamlet.id]!.active_timestamp - second()) < 5);
  const { presence } = await othello.callOrThrow("GET", `/users/${hamlet.id}/presence`);
  assert.equal(presence["website"]?.timestamp, again[hamlet.id]!.active_timestamp);
});

test("a report that cannot be stored is rejected, and the next one is stored", async () => {
  const { hamlet, server } = await createTestOrganization();
  const commit = server.db.commit.bind(server.db);
  server.db.commit = () => Promise.reject(Object.assign(new Error("could not extend file"), { code: "53100" }));
  const refusal = await hamlet.call("POST", "/users/me/presence", { status: "active" });
  server.db.commit = commit;
  assert.deepEqual([refusal.status, refusal.code], [503, "DISK_FULL"]);
  const { presences } = await pings(hamlet);
  assert.ok(`${hamlet.id}` in (presences ?? {}));
});

test("an organization without any reports has no presence", async () => {
  const { hamlet } = await createTestOrganization();
  assert.deepEqual((await hamlet.callOrThrow("GET", "/realm/presence")).presences, {});
  const { state } = await hamlet.registerQueue({ slim_presence: true });
  assert.deepEqual([state.presences, state.presence_last_update_id], [{}, -1]);
});

test("the presence of a single user can be requested, even if the user is offline", async () => {
  const { hamlet, othello, bot, iago } = await createTestOrganization();
  const getPresence = (who: number | string) => othello.get(`/users/${who}/presence`);
  assert.equal(await refused(getPresence(hamlet.id)), `No presence data for ${hamlet.id}`);
  assert.equal(await refused(getPresence(hamlet.email)), `No presence data for ${hamlet.email}`);
  assert.equal(await refused(getPresence(bot.id)), "Presence is not supported for bot users.");
  assert.equal(await refused(getPresence((await createTestOrganization()).hamlet.id)), "No such user");
  assert.equal(await refused(getPresence("nobody@example.com")), "No such user");
  assert.equal(await refused(getPresence("9999999999")), "No such user");

  await pings(hamlet);
  await pingUntil(othello, {}, statuses(hamlet));
  for (const who of [hamlet.id, hamlet.email]) {
    const { presence } = await othello.callOrThrow("GET", `/users/${who}/presence`);
    const { timestamp } = presence["website"]!;
    assert.deepEqual(presence, {
      aggregated: { status: "active", timestamp },
      website: { status: "active", timestamp },
    });
  }
  clock.shiftWallClock(seconds(201));
  const { presence } = await othello.callOrThrow("GET", `/users/${hamlet.id}/presence`);
  assert.deepEqual([presence["aggregated"]?.status, presence["website"]?.status], ["offline", "active"]);
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  assert.equal(await refused(getPresence(hamlet.id)), "No such user");
});

test("if a user becomes active, other users receive an event at once in their client's format; if a user stays active, they receive none", async () => {
  const { hamlet, othello, ...others } = await createTestOrganization();
  const event_types = ["presence"];
  const capable = { simplified_presence_events: true };
  const simplified = await othello.registerQueue({ event_types, client_capabilities: capable });
  const slim = await othello.registerQueue({ event_types, client_capabilities: {}, slim_presence: true });
  const older = await othello.registerQueue({ event_types, client_capabilities: {} });
  const waiting = Promise.all([simplified, slim, older].map((client) => client.poll({ block: true })));
  await pings(hamlet);
  const [one, two, three] = (await waiting).map(([event]) => event);
  const seen = one?.presences?.[hamlet.id];
  const timestamp = seen!.idle_timestamp;
  assert.deepEqual(one, { id: one?.id, type: "presence", presences: { [hamlet.id]: seen } });
  assert.equal(seen?.active_timestamp, timestamp);
  const presence = { website: { client: "website", status: "active", timestamp, pushable: false } };
  const inOlderForms = { type: "presence", user_id: hamlet.id, presence };
  const { id: _, server_timestamp: at, ...toSlim } = two!;
  assert.deepEqual(toSlim, inOlderForms);
  assert.equal(Math.floor(at!), timestamp);
  const { id: __, server_timestamp: ___, ...toOlder } = three!;
  assert.deepEqual(toOlder, { ...inOlderForms, email: hamlet.email });

  const becomesActive = async (after: number, status: "active" | "idle", newcomer: TestUser) => {
    clock.shiftWallClock(after);
    await pings(hamlet, { status });
    const since = second();
    const isStored = async () => {
      const { presences } = await pings(othello, { status: "idle" });
      return (presences as Record<string, Presence>)[hamlet.id]!.idle_timestamp >= since - 1;
    };
    await until(isStored);
    // The event about this ping follows any event about the ping that was stored before.
    await pings(newcomer);
    let count = 0;
    for (;;) {
      const events = await simplified.poll({ block: true });
      count += events.filter((event) => hamlet.id in (event.presences ?? {})).length;
      if (events.some((event) => newcomer.id in (event.presences ?? {}))) return count;
    }
  };
  assert.equal(await becomesActive(seconds(60), "active", others.cordelia), 0);
  assert.equal(await becomesActive(minutes(5), "idle", others.iago), 0);
  assert.equal(await becomesActive(seconds(60), "active", others.desdemona), 1);
});

test("a user who hides presence is shown as offline, and as active after showing it again", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  await pings(hamlet);
  await pingUntil(othello, {}, statuses(hamlet, othello));
  for (const [slim_presence, newcomer] of [
    [true, cordelia],
    [false, iago],
  ] as const) {
    const turns = (presence_enabled: boolean) =>
      watchEvents([hamlet, othello], () => hamlet.callOrThrow("PATCH", "/settings", { presence_enabled }), {
        slim_presence,
      });
    const [, toOthello] = await turns(false);
    const gone = toOthello?.find(({ type }) => type === "presence")?.presences?.[hamlet.id];
    assert.ok(Math.abs(second() - 320 - gone!.idle_timestamp) < 5);
    clock.shiftWallClock(minutes(2));
    await pings(hamlet);
    await untilStored(othello, newcomer);
    const { state } = await othello.registerQueue({ slim_presence: true });
    assert.deepEqual(state.presences[hamlet.id], gone, "nothing is stored meanwhile");

    const [, again] = await turns(true);
    const back = again?.find(({ type }) => type === "presence")?.presences?.[hamlet.id];
    assert.equal(back?.active_timestamp, back?.idle_timestamp);
    assert.ok(Math.abs(second() - back!.idle_timestamp) < 5);
  }
});

test("if a user hides presence while a ping is pending, the ping does not make the user appear active", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await Promise.all([pings(hamlet), hamlet.callOrThrow("PATCH", "/settings", { presence_enabled: false })]);
  await untilStored(othello, cordelia);
  const { state } = await othello.registerQueue({ slim_presence: true });
  const { idle_timestamp } = state.presences[hamlet.id] as Presence;
  assert.ok(idle_timestamp < second() - 300, `${idle_timestamp}`);
});

test("guests do not receive the presence of users whom they cannot see, and no user receives that of deactivated users", async () => {
  const { polonius, hamlet, othello, iago } = await realmWithLimitedGuests();
  await hamlet.createChannel("elsinore", [hamlet, polonius], { send_new_subscription_messages: false });
  const client = await polonius.registerQueue({ event_types: ["presence"] });
  await pings(hamlet);
  await pings(othello);
  await pingUntil(iago, {}, statuses(hamlet, othello));
  await pingUntil(polonius, {}, statuses(hamlet, polonius));
  const { presences } = await pings(polonius);
  assert.deepEqual(new Set(Object.keys(presences ?? {})), new Set([`${hamlet.id}`, `${polonius.id}`]));
  const received = (await client.poll()).flatMap((event) => Object.keys(event.presences ?? {}));
  assert.ok(received.includes(`${hamlet.id}`) && !received.includes(`${othello.id}`), received.join());
  assert.equal(await refused(polonius.get(`/users/${othello.id}/presence`)), "No such user");

  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const left = await pings(iago);
  assert.ok(!(hamlet.id in (left.presences ?? {})));
});

test("the response contains only presence of the requested number of days", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await pings(hamlet);
  await pingUntil(othello, {}, statuses(hamlet, othello));
  clock.shiftWallClock(days(15));
  assert.deepEqual(Object.keys((await pings(othello)).presences ?? {}), [`${othello.id}`]);
  const longer = await pings(othello, { history_limit_days: 16 });
  assert.ok(hamlet.id in (longer.presences ?? {}));
  assert.ok(hamlet.id in (await pings(othello, { history_limit_days: 2 ** 50 })).presences!);
  const { state } = await othello.registerQueue({ presence_history_limit_days: 16, slim_presence: true });
  assert.ok(hamlet.id in state.presences);
});

test("if presence is turned off in the organization, no presence is returned, and bots never have presence", async () => {
  const { hamlet, desdemona, bot } = await createTestOrganization();
  await pings(hamlet);
  await pingUntil(desdemona, {}, statuses(hamlet));
  await watchEvents([desdemona], () => desdemona.callOrThrow("PATCH", "/realm", { presence_disabled: true }));
  assert.deepEqual((await pings(desdemona)).presences, {});
  assert.deepEqual((await desdemona.callOrThrow("GET", "/realm/presence")).presences, {});
  assert.equal(await refused(desdemona.get(`/users/${hamlet.id}/presence`)), `No presence data for ${hamlet.id}`);
  const call = bot.call("POST", "/users/me/presence", { status: "active" });
  assert.equal(await refused(call), "This endpoint does not accept bot requests.");
});

test("an invalid status or update id is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const errorMessage = (parameters: object) => refused(hamlet.call("POST", "/users/me/presence", { ...parameters }));
  assert.equal(await errorMessage({ status: "asleep" }), "Invalid status: asleep");
  assert.equal(await errorMessage({ status: "" }), "Invalid status: ");
  assert.equal(await errorMessage({ status: "a\0" }), "status must not contain null bytes");
  assert.equal(await errorMessage({ status: "idle", last_update_id: -2 }), "last_update_id is too small");
});
