import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  clock,
  hours,
  createTestOrganization,
  startServer,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import { recordAct, recordActs, type Act } from "./actions/record-act.ts";
import type { ActName } from "./audited-acts.ts";
import { selectActs, type ActFilter } from "./queries.ts";

const records = ({ server: { db }, realmId }: TestOrganization, act: Partial<Act> & { act: ActName }) =>
  db.write((tx) => recordAct(tx, { realmId, actorId: null, targetId: null, now: clock.now(), ...act }));

const read = (person: TestUser, parameters: Record<string, unknown> = {}) => person.get("/audit_log", parameters);

type Entry = Record<string, unknown>;
const actsOf = (answer: { entries: Entry[] }) => answer.entries.map(({ act }) => act);

test("administrators can read who changed what, with the values before and after, newest entries first", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  const began = Math.floor(clock.now().getTime() / 1000);
  await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 300 });
  await iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { full_name: "Hamlet, Prince of Denmark" });

  const { status, entries, has_more } = await read(iago);
  assert.deepEqual([status, has_more], [200, false]);
  const [renamed, promoted] = entries as Entry[];
  assert.deepEqual([promoted?.["act"], promoted?.["actor_id"]], ["user.role_changed", desdemona.id]);
  assert.deepEqual(
    [promoted?.["target_type"], promoted?.["target_id"], promoted?.["before"], promoted?.["after"]],
    ["user", hamlet.id, { role: 400 }, { role: 300 }],
  );
  assert.deepEqual([renamed?.["act"], renamed?.["actor_id"]], ["user.renamed", iago.id]);
  assert.ok(Number(promoted?.["timestamp"]) >= began && Number(promoted?.["timestamp"]) <= began + 60);
});

test("only administrators and owners can read the log", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, bot } = await createTestOrganization();
  for (const person of [desdemona, iago]) assert.equal((await read(person)).status, 200);
  for (const person of [shiva, hamlet, polonius, bot]) {
    const { status, code, msg } = await read(person);
    assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
});

test("entries of other organizations cannot be read, neither with filters nor by ids", async () => {
  const [ours, theirs] = [await createTestOrganization(), await createTestOrganization()];
  await records(theirs, { act: "user.deactivated", actorId: theirs.iago.id, targetId: theirs.hamlet.id });
  const { id } = (await read(theirs.iago)).entries[0]!;
  for (const filter of [
    {},
    { actor_id: theirs.iago.id },
    { target_type: "user", target_id: theirs.hamlet.id },
    { act: "user.deactivated" },
  ]) {
    assert.deepEqual((await read(ours.iago, filter)).entries, []);
  }
  const { status, code, msg } = await read(ours.iago, { before: id });
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid audit log entry ID"]);
});

test("each filter returns the matching entries, and an entry must match all given filters", async () => {
  const realm = await createTestOrganization();
  const { iago, desdemona, hamlet, othello } = realm;
  await records(realm, { act: "user.renamed", actorId: iago.id, targetId: hamlet.id });
  await records(realm, { act: "user.renamed", actorId: desdemona.id, targetId: othello.id });
  await records(realm, { act: "bot.changed", actorId: iago.id, targetId: hamlet.id });
  await records(realm, { act: "domain.added", actorId: iago.id });

  const fitting = async (filter: Record<string, unknown>) => actsOf(await read(iago, filter));
  assert.deepEqual(await fitting({ act: "user.renamed" }), ["user.renamed", "user.renamed"]);
  assert.deepEqual(await fitting({ actor_id: desdemona.id }), ["user.renamed"]);
  assert.deepEqual(await fitting({ target_type: "domain" }), ["domain.added"]);
  // Targets of different types can have the same id, as the user and the bot have here. So a filter by id also needs
  // the target's type.
  assert.deepEqual(await fitting({ target_type: "user", target_id: hamlet.id }), ["user.renamed"]);
  assert.deepEqual(await fitting({ actor_id: iago.id, act: "user.renamed", target_type: "user" }), ["user.renamed"]);
  assert.deepEqual(await fitting({ actor_id: desdemona.id, act: "bot.changed" }), []);
});

test("entries can be limited to a period, including its first and last second", async () => {
  const realm = await createTestOrganization();
  const at = new Date("2001-02-03T04:05:06.789Z");
  const second = Math.floor(at.getTime() / 1000);
  await records(realm, { act: "domain.added", now: at });
  const found = async (filter: Record<string, unknown>) => actsOf(await read(realm.iago, filter)).length;
  assert.equal(await found({ from: second, to: second }), 1);
  assert.equal(await found({ from: second + 1 }), 0);
  assert.equal(await found({ to: second - 1 }), 0);
  assert.equal(await found({ from: 0, to: 253_402_300_799 }), 1);
});

test("paging returns every entry once, even if several entries have the same time", async () => {
  const realm = await createTestOrganization();
  const now = clock.now();
  const later = new Date(now.getTime() + hours(1));
  const acts = Array.from({ length: 25 }, (_, index) => ({
    realmId: realm.realmId,
    actorId: index % 2 === 0 ? realm.iago.id : null,
    act: "user.renamed" as const,
    targetId: index,
    // The order of the ids can differ from that of the times, because transactions overlap.
    now: index < 5 ? later : now,
  }));
  await realm.server.db.write((tx) => recordActs(tx, acts));

  const pages = async (filter: Record<string, unknown>) => {
    const targets: number[] = [];
    let before: unknown;
    for (;;) {
      const answer = await read(realm.iago, { ...filter, limit: 7, before });
      const entries = answer.entries as Entry[];
      targets.push(...entries.map(({ target_id }) => Number(target_id)));
      before = entries.at(-1)?.["id"];
      if (!answer.has_more) return targets;
      assert.equal(entries.length, 7);
    }
  };
  const expected = [4, 3, 2, 1, 0, ...Array.from({ length: 20 }, (_, index) => 24 - index)];
  assert.deepEqual(await pages({}), expected);
  assert.deepEqual(
    await pages({ actor_id: realm.iago.id }),
    expected.filter((target) => target % 2 === 0),
  );
});

test("a page has a hundred entries by default, and up to a thousand on request", async () => {
  const realm = await createTestOrganization();
  const acts = Array.from({ length: 1001 }, (_, targetId) => ({
    realmId: realm.realmId,
    actorId: null,
    act: "channel.changed" as const,
    targetId,
    now: clock.now(),
  }));
  await realm.server.db.write((tx) => recordActs(tx, acts));
  for (const [limit, count] of [
    [undefined, 100],
    [1, 1],
    [1000, 1000],
  ]) {
    const answer = await read(realm.iago, { limit });
    assert.deepEqual([answer.entries.length, answer.has_more], [count, true]);
  }
});

test("each kind of invalid parameter is rejected with its specific error", async () => {
  const { iago } = await createTestOrganization();
  const refusals: [Record<string, unknown>, string, string][] = [
    [{ act: "user.rename" }, "BAD_REQUEST", "Invalid act"],
    [{ target_type: "message" }, "BAD_REQUEST", "Invalid target_type"],
    [{ actor_id: "iago" }, "BAD_REQUEST", "actor_id is not valid JSON"],
    [{ target_id: 1 }, "REQUEST_VARIABLE_MISSING", "Missing 'target_type' argument"],
    [{ from: -1 }, "BAD_REQUEST", "from is too small"],
    [{ to: 253_402_300_800 }, "BAD_REQUEST", "to is too large"],
    [{ from: "2026-01-01" }, "BAD_REQUEST", "from is not valid JSON"],
    [{ before: 2 ** 40 }, "BAD_REQUEST", "Invalid audit log entry ID"],
    [{ limit: 0 }, "BAD_REQUEST", "limit is too small"],
    [{ limit: 1001 }, "BAD_REQUEST", "limit is too large"],
  ];
  for (const [parameters, code, msg] of refusals) {
    const answer = await read(iago, parameters);
    assert.deepEqual([answer.status, answer.code, answer.msg], [400, code, msg], JSON.stringify(parameters));
  }
});

test("reading a long log scans no more entries than it returns", async () => {
  const server = await startServer();
  const { db } = server;
  const { realmId, iago } = await createTestOrganization(server);
  await db.write(async (tx) => {
    await sql`
      insert into audit_log (realm_id, at, actor_id, act, target_type, target_id)
      select ${realmId}::int, timestamptz '2020-01-01' + n * interval '1 minute',
        case when n % 50 = 0 then ${iago.id}::int end,
        case n % 40 when 0 then 'domain.added' when 1 then 'bot.changed' else 'user.renamed' end,
        case n % 40 when 0 then 'domain' when 1 then 'bot' else 'user' end, n % 500
      from generate_series(1, 20000) n`.execute(tx);
    await sql`analyze audit_log`.execute(tx);
  });
  const middle = { at: new Date("2020-01-08T00:00:00Z"), id: 10_000 };
  const filters: Omit<ActFilter, "realmId">[] = [
    {},
    { act: "domain.added" },
    { actorId: iago.id },
    { targetType: "bot" },
    { targetType: "user", targetId: 77 },
    { from: new Date("2020-01-03T00:00:00Z"), until: new Date("2020-01-04T00:00:00Z") },
    { until: new Date("2020-01-02T00:00:00Z") },
  ];
  for (const filter of filters.flatMap((one) => [one, { ...one, before: middle }])) {
    const plan = await selectActs(db.reader, { realmId, ...filter }, 10).explain<Record<string, string>>(
      "text",
      sql`analyze, costs off, timing off`,
    );
    const lines = plan.map((row) => String(Object.values(row)[0])).join("\n");
    assert.match(lines, /Index Scan Backward/, `${JSON.stringify(filter)}\n${lines}`);
    assert.doesNotMatch(lines, /Sort|Seq Scan|Rows Removed by Filter/, `${JSON.stringify(filter)}\n${lines}`);
  }
});
