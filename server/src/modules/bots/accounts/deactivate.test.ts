import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  testServer,
  watchEvents,
  type Account,
  type TestUser,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { lockBotNames } from "./bot-names.ts";
import { findBotAs, createBot, withCurrentKey } from "./fixtures/bots.ts";

await testServer();

const deactivates = (person: TestUser, { id }: Account) => person.delete(`/bots/${id}`);
const reactivates = (person: TestUser, { id }: Account) => person.post(`/users/${id}/reactivate`);

async function refusal(answer: ReturnType<typeof deactivates>): Promise<string> {
  const { status, code, msg } = await answer;
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("a deactivated bot can no longer authenticate, and all users receive an event", async () => {
  const { hamlet, iago, othello, bot } = await createTestOrganization();
  await hamlet.createChannel("news", [hamlet, bot, othello]);
  const received = await watchEvents([hamlet, iago, othello], async () => {
    assert.equal((await deactivates(hamlet, bot)).status, 200);
  });
  for (const events of received) {
    const change = events.find(({ type }) => type === "realm_user");
    assert.deepEqual(change?.["person"], { user_id: bot.id, is_active: false });
  }
  const ofBots = received.map((events) => events.filter(({ type }) => type === "realm_bot").map(({ bot: one }) => one));
  const gone = { user_id: bot.id, is_active: false };
  assert.deepEqual(ofBots, [[gone], [gone], []]);

  const { status, msg } = await bot.get("/users/me");
  assert.deepEqual([status, msg], [401, "Account is deactivated"]);
  assert.deepEqual((await hamlet.callOrThrow("GET", "/bots"))["bots"], []);
  assert.equal((await findBotAs(hamlet, bot))?.["is_active"], false);
});

test("a bot can be deactivated only by its owner and by administrators, who need the owner role if the bot has it", async () => {
  const { hamlet, iago, desdemona, othello, shiva, polonius, bot } = await createTestOrganization();
  for (const person of [othello, shiva]) {
    assert.equal(await refusal(deactivates(person, bot)), "Insufficient permission");
  }
  assert.equal(await refusal(deactivates(polonius, bot)), "Not allowed for guest users");
  assert.equal(await refusal(deactivates(bot, bot)), "This endpoint does not accept bot requests.");
  assert.equal((await deactivates(iago, bot)).status, 200);

  const powerful = await createBot(hamlet);
  await desdemona.callOrThrow("PATCH", `/bots/${powerful.id}`, { role: 100 });
  const { code, msg } = await deactivates(iago, powerful);
  assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"]);
  assert.equal((await deactivates(desdemona, powerful)).status, 200);
});

test("human users and unknown ids are rejected", async () => {
  const { desdemona, othello } = await createTestOrganization();
  for (const id of [othello.id, 987_654_321]) {
    assert.equal(await refusal(deactivates(desdemona, { ...othello, id })), "No such bot");
  }
  assert.equal((await othello.get("/users/me")).status, 200);
});

test("deactivating a deactivated bot changes nothing", async () => {
  const { hamlet, iago, bot } = await createTestOrganization();
  await deactivates(hamlet, bot);
  const received = await watchEvents([hamlet, iago], async () => {
    assert.equal((await deactivates(hamlet, bot)).status, 200);
  });
  assert.deepEqual(received, [[], []]);
});

test("the name of a deactivated bot is available, but its address is not", async () => {
  const { hamlet } = await createTestOrganization();
  const bot = await createBot(hamlet);
  await deactivates(hamlet, bot);
  const again = { full_name: "Yorick", short_name: "yorick" };
  assert.equal((await hamlet.post("/bots", again)).msg, "Username already in use");
  assert.equal((await hamlet.post("/bots", { ...again, short_name: "other" })).status, 200);
});

test("the owner can reactivate a bot, and the bot is still subscribed to its channels", async () => {
  const { hamlet, iago, othello, bot } = await createTestOrganization();
  await hamlet.createChannel("news", [hamlet, bot, othello]);
  await deactivates(hamlet, bot);
  const received = await watchEvents([hamlet, iago, othello], async () => {
    assert.equal((await reactivates(hamlet, bot)).status, 200);
  });
  const ofBots = received.map((events) => events.filter(({ type }) => type === "realm_bot").map(({ bot: one }) => one));
  const back = { user_id: bot.id, is_active: true };
  assert.deepEqual(ofBots, [[back], [back], []]);
  const { state } = await (await withCurrentKey(iago, bot)).registerQueue();
  assert.deepEqual(
    state["subscriptions"].map(({ name }: { name: string }) => name),
    ["news"],
  );
});

test("a bot can be reactivated only by a user who may create bots, and only if its name is available", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet, iago, othello, bot } = realm;
  const helper = await createBot(hamlet);
  for (const one of [bot, helper]) await deactivates(hamlet, one);
  await createBot(othello, { full_name: "yorick", short_name: "new" });
  assert.match((await reactivates(hamlet, helper)).msg, /^There is already an active bot named "Yorick"/);
  assert.match((await reactivates(iago, helper)).msg, /^There is already an active bot named "Yorick"/);

  const emptyValue = { new: { direct_members: [], direct_subgroups: [] } };
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_create_bots_group: emptyValue,
    can_create_write_only_bots_group: emptyValue,
  });
  for (const person of [hamlet, iago]) {
    assert.equal((await reactivates(person, bot)).msg, "Insufficient permission");
  }
});

test("deactivating a user deactivates the user's bots; if another user reactivates such a bot, that user becomes its owner", async () => {
  const { hamlet, iago, desdemona, othello, bot } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet, bot, othello], { invite_only: true });
  await hamlet.createChannel("open", [hamlet, bot, othello]);
  await desdemona.callOrThrow("PATCH", `/bots/${bot.id}`, { default_events_register_stream: "open" });
  const gone = await watchEvents([iago, othello], () => iago.callOrThrow("DELETE", `/users/${hamlet.id}`));
  const ofBots = gone.map((events) => events.filter(({ type }) => type === "realm_bot").map(({ bot: one }) => one));
  assert.deepEqual(ofBots, [[{ user_id: bot.id, is_active: false }], []]);

  await watchEvents([iago, desdemona, othello], async () => {
    assert.equal((await reactivates(iago, bot)).status, 200);
  });
  assert.equal((await findBotAs(iago, bot))?.["owner_id"], iago.id);
  assert.equal((await findBotAs(desdemona, bot))?.["owner_id"], iago.id);
  const { state } = await (await withCurrentKey(iago, bot)).registerQueue();
  assert.deepEqual(
    state["subscriptions"].map(({ name }: { name: string }) => name),
    ["open"],
  );
});

test("if a user is deactivated while creating a bot, the bot is deactivated too", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, realmId, server } = realm;
  const [started, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const busy = server.db.write(async (tx) => {
    await lockBotNames(tx, realmId);
    started.resolve();
    await enough.promise;
  });
  await started.promise;
  const creation = hamlet.post("/bots", { full_name: "Yorick", short_name: "yorick" });
  await untilTransactionsBlocked(realm.server, 1);
  const deactivation = iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  await untilTransactionsBlocked(realm.server, 2);
  enough.resolve();
  const [{ status }] = await Promise.all([creation, deactivation, busy]);
  assert.equal(status, 200);
  const bots = (await iago.registerQueue()).state.realm_bots;
  assert.deepEqual(
    bots.map(({ owner_id, is_active }) => [owner_id, is_active]),
    [
      [hamlet.id, false],
      [hamlet.id, false],
    ],
  );
});

test("the audit log records who deactivated and reactivated a bot", async () => {
  const { hamlet, iago, bot, server } = await createTestOrganization();
  await deactivates(hamlet, bot);
  await reactivates(iago, bot);
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id"])
    .where("target_id", "=", bot.id)
    .where("target_type", "=", "bot")
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [
    { act: "bot.deactivated", actor_id: hamlet.id },
    { act: "bot.reactivated", actor_id: iago.id },
  ]);
});
