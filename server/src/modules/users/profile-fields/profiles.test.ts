import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  addBulkMembers,
  countStatements,
  createTestOrganization,
  type TestOrganization,
  watchEvents,
  writeRowsDirectly,
} from "@parlance/testkit";
import { changeProfileData } from "./actions/change-profile-data.ts";
import {
  auditedActs,
  profileChangesIn,
  createField,
  FRIENDS,
  LONG,
  MOOD,
  profileOf,
  PRONOUNS,
  setFieldValue,
  SHORT,
} from "./fixtures/fields.ts";
import { prepareProfileUpdate } from "./values/profile-update.ts";

const BAD = [400, "BAD_REQUEST"] as const;
const forbidden = "You are not allowed to change this field. Contact an administrator to update it.";

test("all users, including guests, receive events about changes to a profile and can read the profile", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  const [pet, mood] = [await createField(iago, SHORT), await createField(iago, MOOD)];
  const data = [
    { id: mood, value: "m" },
    { id: pet, value: "Yorick" },
  ];
  const [toHamlet, toGuest] = await watchEvents([hamlet, polonius], () =>
    hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data }),
  );
  const changes = [
    { id: mood, value: "m" },
    { id: pet, value: "Yorick", rendered_value: "<p>Yorick</p>" },
  ];
  for (const events of [toHamlet, toGuest]) {
    assert.deepEqual(profileChangesIn(events), changes);
    assert.ok(
      events?.every(({ type, op, person }) => type === "realm_user" && op === "update" && person.user_id === hamlet.id),
    );
  }
  const profile = { [pet]: { value: "Yorick", rendered_value: "<p>Yorick</p>" }, [mood]: { value: "m" } };
  assert.deepEqual((await hamlet.callOrThrow("GET", "/users/me"))["profile_data"], profile);
  assert.deepEqual(await profileOf(polonius, hamlet), profile);
  const byEmail = await polonius.callOrThrow("GET", `/users/${hamlet.email}`, { include_custom_profile_fields: true });
  assert.deepEqual(byEmail["user"].profile_data, profile);
  const listed = await polonius.callOrThrow("GET", "/users", {
    include_custom_profile_fields: true,
    user_ids: [hamlet.id, iago.id],
  });
  assert.deepEqual(
    listed["members"].map((user: Record<string, unknown>) => user["profile_data"]),
    [{}, profile],
  );
});

test("profiles are returned only on request, and never for bots", async () => {
  const { iago, hamlet, bot } = await createTestOrganization();
  await setFieldValue(hamlet, await createField(iago, SHORT), "Yorick");
  for (const path of [`/users/${hamlet.id}`, `/users/${hamlet.email}`] as const) {
    assert.ok(!("profile_data" in (await iago.callOrThrow("GET", path))["user"]), path);
  }
  const { members } = await iago.callOrThrow("GET", "/users");
  assert.ok(members.every((user: object) => !("profile_data" in user)));
  const response = await iago.callOrThrow("GET", `/users/${bot.id}`, { include_custom_profile_fields: true });
  assert.ok(!("profile_data" in response["user"]));
});

test("setting a value that the profile already has changes nothing", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  const [pet, mood, friends] = [
    await createField(iago, SHORT),
    await createField(iago, MOOD),
    await createField(iago, FRIENDS),
  ];
  const values = [
    { id: pet, value: "Yorick" },
    { id: mood, value: "m" },
    { id: friends, value: [iago.id] },
  ];
  await hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data: values });
  const [events] = await watchEvents([polonius], async () => {
    await hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data: values });
    await hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data: [] });
    await hamlet.callOrThrow("DELETE", "/users/me/profile_data", { data: [] });
    await hamlet.callOrThrow("PATCH", "/users/me/profile_data", {
      data: [
        { id: mood, value: "m" },
        { id: pet, value: "Rex" },
      ],
    });
  });
  assert.deepEqual(profileChangesIn(events), [{ id: pet, value: "Rex", rendered_value: "<p>Rex</p>" }]);
});

test("a value is cleared with its id in `DELETE`, or by setting null, blank text or an empty list", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  const [pet, mood, friends] = [
    await createField(iago, SHORT),
    await createField(iago, MOOD),
    await createField(iago, FRIENDS),
  ];
  const pronouns = await createField(iago, PRONOUNS);
  const data = [
    { id: pet, value: "Yorick" },
    { id: mood, value: "m" },
    { id: friends, value: [iago.id] },
    { id: pronouns, value: "he" },
  ];
  await hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data });
  const [events] = await watchEvents([polonius], async () => {
    await hamlet.callOrThrow("DELETE", "/users/me/profile_data", { data: [pet] });
    await setFieldValue(hamlet, mood, null);
    await setFieldValue(hamlet, friends, []);
    await setFieldValue(hamlet, pronouns, " \n");
    await hamlet.callOrThrow("DELETE", "/users/me/profile_data", { data: [pet, mood] });
  });
  const cleared = [pet, mood, friends, pronouns].map((id) => ({ id, value: null }));
  assert.deepEqual(profileChangesIn(events), cleared);
  assert.deepEqual(await profileOf(polonius, hamlet), {});
});

test("if a request contains a field twice, the last value is stored", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const id = await createField(iago, PRONOUNS);
  const data = [
    { id, value: "she" },
    { id, value: "they" },
  ];
  const [events] = await watchEvents([iago], () => hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data }));
  assert.deepEqual(profileChangesIn(events), [{ id, value: "they" }]);
});

test("if one value is invalid, the whole request is rejected", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  const [pet, mood] = [await createField(iago, SHORT), await createField(iago, MOOD)];
  await setFieldValue(hamlet, pet, "Yorick");
  const good = { id: pet, value: "Rex" };
  const [events] = await watchEvents([polonius], async () => {
    for (const wrong of [{ id: mood, value: "?" }, { id: 2 ** 31 - 1, value: "x" }, { id: mood }, { value: "x" }]) {
      const { status, result } = await hamlet.call("PATCH", "/users/me/profile_data", { data: [good, wrong] });
      assert.deepEqual([status, result], [400, "error"]);
    }
    const unknown = await hamlet.delete("/users/me/profile_data", { data: [pet, 2 ** 31 - 1] });
    assert.deepEqual([unknown.status, unknown.code, unknown.msg], [...BAD, `Field id ${2 ** 31 - 1} not found.`]);
    assert.equal((await hamlet.call("PATCH", "/users/me/profile_data")).msg, "Missing 'data' argument");
    assert.equal((await hamlet.call("PATCH", "/users/me/profile_data", { data: "{}" })).msg, "data is not a list");
  });
  assert.deepEqual(events, []);
  assert.deepEqual(Object.keys(await profileOf(polonius, hamlet)), [String(pet)]);
});

test("some fields can be set only by administrators, even in the user's own profile", async () => {
  const { iago, desdemona, shiva, hamlet } = await createTestOrganization();
  const id = await createField(iago, { ...PRONOUNS, editable_by_user: false });
  for (const person of [shiva, hamlet]) {
    for (const answer of [
      await setFieldValue(person, id, "x"),
      await person.delete("/users/me/profile_data", { data: [id] }),
    ]) {
      assert.deepEqual([answer.status, answer.code, answer.msg], [...BAD, forbidden]);
    }
  }
  for (const person of [iago, desdemona]) assert.equal((await setFieldValue(person, id, "x")).result, "success");
});

test("bots have no profile", async () => {
  const { iago, bot } = await createTestOrganization();
  const id = await createField(iago, SHORT);
  for (const answer of [
    await setFieldValue(bot, id, "x"),
    await bot.delete("/users/me/profile_data", { data: [id] }),
  ]) {
    assert.deepEqual([answer.status, answer.msg], [400, "This endpoint does not accept bot requests."]);
  }
});

test("the audit log records the changes of an administrator to another user's profile", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, server, realmId } = realm;
  const id = await createField(iago, { ...PRONOUNS, editable_by_user: false });
  const actor = { id: iago.id, realmId, role: 200 as const };
  const change = async (value: string | null) => {
    const update = await prepareProfileUpdate(server.db.reader, realmId, [{ id, value }]);
    const user = { id: hamlet.id, bot_type: null };
    return server.db.write((tx) => changeProfileData(tx, { actor, user, update, now: new Date() }));
  };
  const [events] = await watchEvents([hamlet], async () => {
    await change("he");
    await change("he");
    await change(null);
  });
  assert.deepEqual(profileChangesIn(events), [
    { id, value: "he" },
    { id, value: null },
  ]);
  const acts = (await auditedActs(realm)).slice(1);
  assert.deepEqual(
    acts.map(({ act, actor_id, target_id, before, after }) => [act, actor_id, target_id, before, after]),
    [
      ["user.profile_changed", iago.id, hamlet.id, { profile_data: { [id]: null } }, { profile_data: { [id]: "he" } }],
      ["user.profile_changed", iago.id, hamlet.id, { profile_data: { [id]: "he" } }, { profile_data: { [id]: null } }],
    ],
  );
});

test("if a choice is removed while a user selects it, the value is not stored", async () => {
  const { iago, hamlet, polonius, server, realmId } = await createTestOrganization();
  const id = await createField(iago, MOOD);
  const choices = { s: { text: "Sad", order: "1" } };
  let change: Promise<unknown> | undefined;
  await watchEvents([polonius], async () => {
    const update = await prepareProfileUpdate(server.db.reader, realmId, [{ id, value: "m" }]);
    await server.db.write(async (tx) => {
      const actor = { id: hamlet.id, realmId, role: 400 as const };
      await changeProfileData(tx, { actor, user: { id: hamlet.id, bot_type: null }, update, now: new Date() });
      change ??= iago.callOrThrow("PATCH", `/realm/profile_fields/${id}`, { field_data: choices });
      const isOver = change.then(() => true);
      while (!(await Promise.race([isOver, isLockAwaited(server)]))) await new Promise(setImmediate);
    });
    await change;
  });
  assert.deepEqual(await profileOf(polonius, hamlet), {});
});

async function isLockAwaited({ db }: TestOrganization["server"]): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.reader);
  return rows.length > 0;
}

test("if several users set a field while it is being deleted, no values remain", async () => {
  const { iago, hamlet, othello, polonius } = await createTestOrganization();
  const id = await createField(iago, MOOD);
  await watchEvents([polonius], () =>
    Promise.all([
      setFieldValue(hamlet, id, "s"),
      setFieldValue(othello, id, "s"),
      iago.delete(`/realm/profile_fields/${id}`),
      setFieldValue(othello, id, "m"),
      setFieldValue(hamlet, id, null),
    ]),
  );
  assert.deepEqual(await profileOf(polonius, othello), {});
});

test("registering an event queue takes the same number of queries when many users have profiles", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, realmId, server } = realm;
  const channelId = await iago.createChannel("crowd");
  const [pet, life] = [await createField(iago, SHORT), await createField(iago, LONG)];
  await setFieldValue(hamlet, pet, "Yorick");
  const register = () => iago.registerQueue({ fetch_event_types: ["realm_user"], event_types: [] });
  // The server may run other queries in between, so the lowest of several counts is used.
  const statements = async () => {
    const counts: number[] = [];
    for (let n = 0; n < 4; n += 1) counts.push((await countStatements(server.db.pool, register)).statements);
    return Math.min(...counts);
  };
  const few = await statements();
  await addBulkMembers(server.db, { realmId, channelId, size: 50 });
  await writeRowsDirectly(realm, (tx) =>
    tx
      .insertInto("custom_profile_value")
      .columns(["user_id", "field_id", "value"])
      .expression((build) =>
        build
          .selectFrom("account")
          .select((select) => ["account.id", select.val(life).as("field_id"), select.val("x").as("value")])
          .where("realm_id", "=", realmId),
      )
      .execute(),
  );
  assert.equal(await statements(), few);
  const { state } = await register();
  const users = state["realm_users"] as { profile_data?: Record<number, object>; is_bot: boolean }[];
  assert.ok(users.filter(({ is_bot }) => !is_bot).every(({ profile_data }) => profile_data && life in profile_data));
});
