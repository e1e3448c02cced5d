import assert from "node:assert/strict";
import { test } from "node:test";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import {
  clock,
  createTestOrganization,
  TestUser,
  testServer,
  watchEvents,
  type TestOrganization,
} from "@parlance/testkit";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";
import { findBotAs, createBot, withCurrentKey } from "./fixtures/bots.ts";

await testServer();

const regenerates = (person: TestUser, { id }: TestUser) => person.post(`/bots/${id}/api_key/regenerate`);

const changeRole = ({ server, realmId }: TestOrganization, { id: userId }: { id: number }, role: Role) =>
  server.db.write((tx) => setRole(tx, { realmId, userId, role, now: clock.now() }));

const keysSeen = (people: readonly TestUser[], bot: TestUser) =>
  Promise.all(people.map(async (person) => (await findBotAs(person, bot))?.["api_key"]));

test("a bot's owner and administrators receive its new key, and the old key stops working immediately", async () => {
  const { hamlet, iago, desdemona, othello, bot } = await createTestOrganization();
  let key = "";
  const [toHamlet, toIago, toDesdemona, ...toOthers] = await watchEvents(
    [hamlet, iago, desdemona, othello],
    async () => {
      key = (await regenerates(hamlet, bot))["api_key"];
    },
  );
  assert.match(key, /^[0-9A-Za-z]{32}$/);
  assert.notEqual(key, bot.apiKey);
  for (const events of [toHamlet, toIago, toDesdemona]) {
    assert.deepEqual(
      events?.map(({ type, op, bot: one }) => [type, op, one]),
      [["realm_bot", "update", { user_id: bot.id, api_key: key }]],
    );
  }
  assert.deepEqual(toOthers, [[]]);
  const { status, msg } = await bot.get("/users/me");
  assert.deepEqual([status, msg], [401, "Invalid API key"]);
  assert.equal((await new TestUser(bot.site, { ...bot, apiKey: key }).get("/users/me")).status, 200);
});

test("only the owner of a bot and administrators can regenerate its key", async () => {
  const { iago, othello, shiva, polonius, bot, server } = await createTestOrganization();
  assert.equal((await regenerates(iago, bot)).status, 200);
  for (const person of [othello, shiva]) assert.equal((await regenerates(person, bot)).msg, "Insufficient permission");
  assert.equal((await regenerates(polonius, bot)).msg, "Not allowed for guest users");
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "before", "after"])
    .where("target_id", "=", bot.id)
    .where("target_type", "=", "bot")
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [{ act: "bot.api_key_regenerated", actor_id: iago.id, before: null, after: null }]);
});

test("a user can list the user's own active bots with their keys", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, polonius, bot } = realm;
  await hamlet.createChannel("news");
  const yorick = await createBot(hamlet, { default_sending_stream: "news" });
  const gone = await createBot(hamlet, { full_name: "Gone", short_name: "gone" });
  await hamlet.callOrThrow("DELETE", `/bots/${gone.id}`);
  const { bots } = await hamlet.callOrThrow("GET", "/bots");
  assert.deepEqual(
    bots.map(({ avatar_url, ...one }: { avatar_url: string }) => [one, avatar_url.slice(0, 6)]),
    [bot, yorick].map((one) => [
      {
        user_id: one.id,
        username: one.email,
        full_name: one.fullName,
        api_key: one.apiKey,
        default_sending_stream: one === yorick ? "news" : null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
      "https:",
    ]),
  );
  assert.deepEqual((await iago.callOrThrow("GET", "/bots"))["bots"], []);
  assert.equal((await polonius.get("/bots")).msg, "Not allowed for guest users");
  assert.equal((await bot.get("/bots")).msg, "This endpoint does not accept bot requests.");
});

test("clients of administrators receive all bots, clients of other users their own bots, and clients of bots no bots", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, desdemona, othello, shiva, polonius, bot } = realm;
  await changeRole(realm, bot, 200);
  const seen = await keysSeen([hamlet, iago, desdemona, othello, shiva, polonius, bot], bot);
  assert.deepEqual(seen, [bot.apiKey, bot.apiKey, bot.apiKey, undefined, undefined, undefined, undefined]);
});

test("a bot with the administrator role does not receive the keys of other bots", async () => {
  const realm = await createTestOrganization();
  await changeRole(realm, realm.bot, 200);
  const [toBot] = await watchEvents([realm.bot], () => createBot(realm.othello));
  assert.deepEqual(
    toBot?.filter(({ type }) => type === "realm_bot"),
    [],
  );
});

test("a user who becomes an administrator sees the bots, and stops seeing them after losing the role", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, bot } = realm;
  await othello.createChannel("secret", [othello], { invite_only: true });
  await createBot(othello, { full_name: "Hidden", short_name: "hidden", default_sending_stream: "secret" });
  const called = await createBot(othello, { bot_type: 3 });
  const ofBots = async (role: Role) => {
    const [events] = await watchEvents([hamlet, iago], () => changeRole(realm, hamlet, role));
    return events?.filter(({ type }) => type === "realm_bot").map(({ op, bot: one }) => [op, one?.user_id]);
  };
  assert.deepEqual(await ofBots(200), [["add", called.id]]);
  assert.deepEqual(await keysSeen([hamlet], called), [called.apiKey]);
  // When the user becomes an organization owner, administrators may no longer know the keys of the user's bots, so the
  // bots get new keys.
  assert.deepEqual(await ofBots(100), [["update", bot.id]]);
  assert.deepEqual(await ofBots(300), [
    ["update", bot.id],
    ["delete", called.id],
  ]);
  assert.deepEqual(await ofBots(600), []);
  assert.equal((await (await withCurrentKey(hamlet, bot)).get("/users/me")).status, 200);
});

test("the key of a bot with the owner role is visible only to organization owners and the bot's owner, because administrators could act as an owner with it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, desdemona, bot } = realm;
  const receivedAs = async (role: Role) => {
    const received = await watchEvents([hamlet, iago, desdemona], () => changeRole(realm, bot, role));
    return received.map((events) => events.find(({ type }) => type === "realm_bot")?.["bot"]?.api_key);
  };
  const [key, ...others] = await receivedAs(100);
  assert.notEqual(key, bot.apiKey, "administrators know that one");
  assert.deepEqual(others, ["", key]);
  assert.deepEqual(await keysSeen([hamlet, iago, desdemona], bot), [key, "", key]);
  for (const [method, path] of [
    ["PATCH", ""],
    ["POST", "/api_key/regenerate"],
  ] as const) {
    const { status, code, msg } = await iago.call(method, `/bots/${bot.id}${path}`, {});
    assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"]);
  }
  assert.equal((await desdemona.patch(`/bots/${bot.id}`, { full_name: "Alas" })).status, 200);
  assert.deepEqual(await receivedAs(200), [key, key, key]);
});

test("a user who becomes an owner receives the keys of bots with the owner role, and no longer sees them after losing the role", async () => {
  const realm = await createTestOrganization();
  const { iago, bot } = realm;
  const called = await createBot(realm.othello, { bot_type: 3 });
  await changeRole(realm, bot, 100);
  await changeRole(realm, called, 100);
  const keys = await Promise.all([bot, called].map(async (one) => (await withCurrentKey(realm.desdemona, one)).apiKey));
  const [gained] = await watchEvents([iago], () => changeRole(realm, iago, 100));
  const keysOf = (events: typeof gained) =>
    events?.filter(({ type }) => type === "realm_bot").map(({ op, bot: one }) => [op, one?.user_id, one?.api_key]);
  assert.deepEqual(keysOf(gained), [
    ["update", bot.id, keys[0]],
    ["update", called.id, keys[1]],
  ]);
  const [lost] = await watchEvents([iago], () => changeRole(realm, iago, 200));
  assert.deepEqual(keysOf(lost), [
    ["update", bot.id, ""],
    ["update", called.id, ""],
  ]);
});

for (const right of ["canCreateUsers", "canChangeEmails"] as const) {
  test(`only organization owners can see or regenerate the key of a bot with the operator right ${right}`, async () => {
    const { hamlet, iago, desdemona, othello, bot, server } = await createTestOrganization();
    const all = [hamlet, iago, desdemona];
    const receivedWhen = async (mayIt: boolean) => {
      const received = await watchEvents(all, () =>
        server.db.write((tx) => setOperatorRights(tx, bot.id, { [right]: mayIt })),
      );
      return received.map((events) => events.map(({ bot: one }) => one?.api_key));
    };
    const [toHamlet, toIago, [key] = []] = await receivedWhen(true);
    assert.deepEqual([toHamlet, toIago], [[""], [""]]);
    assert.notEqual(key, bot.apiKey, "both know that one");
    assert.deepEqual(await keysSeen(all, bot), ["", "", key]);
    for (const person of [hamlet, iago]) {
      assert.equal((await regenerates(person, bot)).msg, "Must be an organization owner");
    }
    assert.equal((await regenerates(othello, bot)).msg, "Insufficient permission");
    assert.equal((await hamlet.callOrThrow("GET", "/bots"))["bots"][0]?.api_key, "");
    assert.deepEqual(await receivedWhen(false), [[key], [key], [key]]);
    assert.equal((await regenerates(hamlet, bot)).status, 200);
  });
}

test("a bot with the owner role gets a new key when it gets an operator right, because its owner knows the old one", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, server } = realm;
  await changeRole(realm, realm.bot, roles.owner);
  const bot = await withCurrentKey(hamlet, realm.bot);
  await server.db.write((tx) => setOperatorRights(tx, bot.id, { canChangeEmails: true }));
  assert.equal((await bot.get("/users/me")).status, 401);
  assert.equal((await (await withCurrentKey(desdemona, bot)).get("/users/me")).status, 200);
});

test("a bot with an operator right gets a new key when its owner is no longer an organization owner", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, server } = realm;
  await changeRole(realm, hamlet, roles.owner);
  await server.db.write((tx) => setOperatorRights(tx, realm.bot.id, { canChangeEmails: true }));
  const bot = await withCurrentKey(hamlet, realm.bot);
  assert.equal((await bot.get("/users/me")).status, 200);
  await changeRole(realm, hamlet, roles.member);
  assert.equal((await bot.get("/users/me")).status, 401);
  assert.equal((await (await withCurrentKey(desdemona, bot)).get("/users/me")).status, 200);
});

test("the database contains no API key and no webhook token", async () => {
  const { hamlet, bot, server } = await createTestOrganization();
  const called = await createBot(hamlet, { bot_type: 3 });
  const before = await findBotAs(hamlet, called);
  const { api_key: after } = await hamlet.callOrThrow("POST", `/bots/${called.id}/api_key/regenerate`);
  const [service] = (before?.["services"] ?? []) as { token: string }[];
  assert.match(String(service?.token), /^[0-9a-f]{32}$/);
  const tables = await server.db.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  for (const secret of [bot.apiKey, called.apiKey, after, service?.token]) {
    for (const { name } of tables.rows) {
      const found = await server.db.pool.query(`select from ${name} t where t::text like $1`, [`%${secret}%`]);
      assert.equal(found.rowCount, 0, `${name} has ${secret}`);
    }
  }
});

test("only administrators can change the role of a bot, and only owners can grant or revoke the owner role", async () => {
  const { hamlet, iago, desdemona, othello, bot, server } = await createTestOrganization();
  const promotes = async (person: TestUser, role: number) => {
    const { code, msg } = await person.call("PATCH", `/bots/${bot.id}`, { role });
    return code === undefined ? "" : `${code}: ${msg}`;
  };
  const mustBe = (who: string) => `UNAUTHORIZED_PRINCIPAL: Must be an organization ${who}`;
  assert.equal(await promotes(hamlet, 300), mustBe("administrator"));
  assert.equal(await promotes(hamlet, 100), mustBe("owner"));
  assert.equal(await promotes(othello, 300), "BAD_REQUEST: Insufficient permission");
  assert.equal(await promotes(iago, 100), mustBe("owner"));
  assert.equal(await promotes(iago, 700), "BAD_REQUEST: Invalid role");
  await watchEvents([hamlet, iago, bot], () => promotes(iago, 300));
  assert.equal((await bot.get("/users/me"))["role"], roles.moderator);
  assert.equal(await promotes(desdemona, 100), "");
  assert.equal(await promotes(hamlet, 400), mustBe("owner"));
  assert.equal(await promotes(desdemona, 400), "");
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "after"])
    .where("target_id", "=", bot.id)
    .where("target_type", "=", "bot")
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [
    { act: "bot.role_changed", actor_id: iago.id, after: { role: 300 } },
    { act: "bot.role_changed", actor_id: desdemona.id, after: { role: 100 } },
    { act: "bot.role_changed", actor_id: desdemona.id, after: { role: 400 } },
  ]);
});
