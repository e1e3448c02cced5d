import assert from "node:assert/strict";
import { test } from "node:test";
import type { Presence } from "@parlance/contract/nouns/presence.ts";
import {
  clock,
  recordLeastStatements,
  createTestOrganization,
  type TestUser,
  recordStatements,
  seconds,
  startServerBeside,
  startServer,
  until,
  untilPollsWaiting,
} from "@parlance/testkit";

const pings = (person: TestUser, last_update_id = -1) =>
  person.callOrThrow("POST", "/users/me/presence", { status: "active", last_update_id });

/** Polls until the presence that a user receives satisfies `isThere`. */
function untilThere(person: TestUser, isThere: (presences: Readonly<Record<string, Presence>>) => boolean) {
  return until(async () => {
    const { presences } = await person.callOrThrow("POST", "/users/me/presence", {
      status: "idle",
      last_update_id: -1,
    });
    return isThere(presences as Record<string, Presence>) && (presences as Record<string, Presence>);
  });
}

test("a ping to one process is visible at another process, whose clients receive it immediately", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const client = await othello.at(second).registerQueue({ event_types: ["presence"] });
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(second, 1);
  await pings(hamlet);
  const [event] = await waiting;
  assert.deepEqual(Object.keys(event?.presences ?? {}), [`${hamlet.id}`]);
  const known = await untilThere(othello.at(second), (presences) => hamlet.id in presences);
  assert.deepEqual(known[hamlet.id], event?.presences?.[hamlet.id]);
});

test("if several devices of a user connect to several processes, other users receive only one event", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello, cordelia, iago, desdemona, shiva } = await createTestOrganization(first);
  const client = await othello.registerQueue({ event_types: ["presence"] });
  await Promise.all([pings(hamlet), pings(hamlet.at(second)), pings(hamlet), pings(hamlet.at(second))]);
  await untilThere(othello, (presences) => hamlet.id in presences);
  // When the client has received events about these later pings from each process, it has also received all events
  // about the earlier pings.
  let received = 0;
  for (const newcomers of [
    [cordelia, iago.at(second)],
    [desdemona, shiva.at(second)],
  ]) {
    await Promise.all(newcomers.map((person) => pings(person)));
    const missing = new Set(newcomers.map(({ id }) => id));
    while (missing.size > 0) {
      for (const { presences = {} } of await client.poll({ block: true })) {
        if (hamlet.id in presences) received += 1;
        for (const id of Object.keys(presences)) missing.delete(Number(id));
      }
    }
  }
  assert.equal(received, 1);
});

test("a client that requests the changes since its last update misses none, even while several processes write", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello, cordelia, desdemona, iago, shiva } = await createTestOrganization(first);
  const people = [hamlet, othello, cordelia, desdemona, iago];
  const seen = new Map<string, number>();
  let last = -1;
  for (let round = 0; round < 4; round += 1) {
    clock.shiftWallClock(seconds(60));
    const pinged = Promise.all(people.map((one, n) => pings(one.at(n % 2 === 0 ? first : second))));
    const now = Math.floor(clock.now().getTime() / 1000);
    const isThere = ({ idle_timestamp: at }: Presence | undefined = { active_timestamp: 0, idle_timestamp: 0 }) =>
      at >= now;
    // The client requests changes until all pings are stored, and then once more.
    let isStored = false;
    for (let n = 0, isLast = false; !isLast; n += 1) {
      isLast = isStored;
      const answer = await shiva.at(n % 2 === 0 ? second : first).callOrThrow("POST", "/users/me/presence", {
        status: "idle",
        last_update_id: last,
      });
      assert.ok(answer.presence_last_update_id >= last);
      last = answer.presence_last_update_id;
      for (const [id, presence] of Object.entries(answer.presences as Record<string, Presence>)) {
        seen.set(id, presence.idle_timestamp);
      }
      const { state } = await shiva.registerQueue({ slim_presence: true, event_types: ["presence"] });
      isStored = people.every(({ id }) => isThere(state.presences[id] as Presence | undefined));
    }
    await pinged;
  }
  const { state } = await shiva.registerQueue({ slim_presence: true });
  for (const { id } of people) assert.equal(seen.get(`${id}`), (state.presences[id] as Presence).idle_timestamp);
});

test("presence survives a stop of the server, including the last pings", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  await pings(hamlet);
  await first[Symbol.asyncDispose]();
  const { presences } = await pings(othello.at(second));
  assert.ok(hamlet.id in (presences ?? {}));
});

test("a ping soon after another one takes two database queries and writes nothing", async () => {
  const { hamlet, server } = await createTestOrganization();
  await pings(hamlet);
  await untilThere(hamlet, (presences) => hamlet.id in presences);
  const statements = await recordLeastStatements(server.db.pool, () => pings(hamlet));
  const tables = statements.map(({ text }) => /from "(\w+)"/.exec(text)?.[1]);
  assert.deepEqual(tables, ["realm_counter", "user_presence"]);
});

test("a request that only pings, soon after another ping, takes one query, and pings at the same time are stored together", async () => {
  const server = await startServer();
  const { hamlet, othello, cordelia, desdemona, iago, shiva } = await createTestOrganization(server);
  const ping = (person: TestUser) =>
    person.callOrThrow("POST", "/users/me/presence", { status: "active", ping_only: true });
  await hamlet.callOrThrow("GET", "/users/me");
  const people = [hamlet, othello, cordelia, desdemona, iago];
  const statements = await recordStatements(server.db.pool, async () => {
    await Promise.all(people.map(ping));
    await untilThere(shiva, (presences) => people.every(({ id }) => id in presences));
  });
  const stored = statements.filter(({ text }) => text.includes("insert into user_presence"));
  assert.ok(
    stored.length < people.length,
    `${stored.length} statements for ${people.length} users and the one who sends the request`,
  );

  const alone = await recordLeastStatements(server.db.pool, () => ping(hamlet));
  assert.deepEqual(
    alone.map(({ text }) => /from "(\w+)"/.exec(text)?.[1]),
    ["realm_counter"],
  );
});
