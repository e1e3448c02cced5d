import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, watchEvents, type Account, type TestUser } from "@parlance/testkit";
import { findBotAs, createBot, withCurrentKey } from "./fixtures/bots.ts";

await testServer();

const changeOwner = (person: TestUser, { id }: Account, to: Account) =>
  person.patch(`/bots/${id}`, { bot_owner_id: to.id });

test("after a transfer, the bot disappears for the old owner and appears for the new one, and all users receive an event", async () => {
  const { hamlet, othello, iago, cordelia } = await createTestOrganization();
  const bot = await createBot(hamlet);
  const [toHamlet, toOthello, toIago, toCordelia] = await watchEvents([hamlet, othello, iago, cordelia], async () => {
    assert.equal((await changeOwner(hamlet, bot, othello))["bot_owner"], othello.email);
  });
  const person = { user_id: bot.id, bot_owner_id: othello.id };
  const news = [toHamlet, toOthello, toIago, toCordelia].map((events) =>
    events?.map(({ type, op, bot: one, ...event }) => [`${type}/${op}`, one ?? event["person"]]),
  );
  const seen = await findBotAs(othello, bot);
  const { api_key } = seen ?? {};
  assert.notEqual(api_key, bot.apiKey);
  assert.deepEqual(news, [
    [
      ["realm_user/update", person],
      ["realm_bot/delete", { user_id: bot.id }],
    ],
    [
      ["realm_user/update", person],
      ["realm_bot/add", seen],
    ],
    [
      ["realm_user/update", person],
      ["realm_bot/update", { user_id: bot.id, owner_id: othello.id, api_key }],
    ],
    [["realm_user/update", person]],
  ]);
});

test("an administrator who transfers a bot or becomes its owner can still see it", async () => {
  const { hamlet, iago, desdemona } = await createTestOrganization();
  const bot = await createBot(iago);
  for (const [from, to] of [
    [iago, desdemona],
    [desdemona, hamlet],
    [hamlet, iago],
  ] as const) {
    const received = await watchEvents([iago, desdemona], () => changeOwner(desdemona, bot, to));
    for (const [index, events] of received.entries()) {
      const ops = events.filter(({ type }) => type === "realm_bot").map(({ op }) => op);
      assert.deepEqual(ops, ["update"], `${from.fullName} to ${to.fullName}, as received by ${index}`);
    }
  }
});

test("a new owner must be an active human user of the organization", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello, cordelia, bot } = realm;
  const elsewhere = await createTestOrganization();
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const other = await createBot(hamlet);
  const failed = async (to: Account) => {
    const { status, code, msg } = await changeOwner(hamlet, bot, to);
    assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
    return msg;
  };
  assert.equal(await failed({ ...hamlet, id: 987_654_321 }), "Failed to change owner, no such user");
  assert.equal(await failed(elsewhere.hamlet), "Failed to change owner, no such user");
  assert.equal(await failed(othello), "Failed to change owner, user is deactivated");
  assert.equal(await failed(other), "Failed to change owner, bots can't own other bots");
  assert.equal(await failed(bot), "Failed to change owner, bots can't own other bots");
  assert.equal((await changeOwner(hamlet, bot, cordelia)).status, 200);
  assert.equal((await changeOwner(hamlet, bot, hamlet)).msg, "Insufficient permission");
});

test("after a transfer, the bot is unsubscribed from exactly those channels that its new owner cannot see", async () => {
  const { hamlet, othello, bot } = await createTestOrganization();
  await hamlet.createChannel("both", [hamlet, othello, bot], { invite_only: true });
  await hamlet.createChannel("own", [hamlet, bot], { invite_only: true });
  await hamlet.createChannel("open", [hamlet, bot]);
  const defaults = { default_sending_stream: "own", default_events_register_stream: "both" };
  await hamlet.callOrThrow("PATCH", `/bots/${bot.id}`, defaults);

  await watchEvents([hamlet, othello], () => changeOwner(hamlet, bot, othello));
  const { state } = await (await withCurrentKey(othello, bot)).registerQueue();
  const subscribed = state["subscriptions"].map(({ name }: { name: string }) => name);
  assert.deepEqual(subscribed.toSorted(), ["both", "open"]);
  const seen = await findBotAs(othello, bot);
  assert.equal(seen?.["default_sending_stream"], null);
  assert.equal(seen?.["default_events_register_stream"], "both");
});

test("administrators receive no bot event about the transfer of a bot with a private default channel", async () => {
  const { hamlet, othello, iago, bot } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  await hamlet.callOrThrow("PATCH", `/bots/${bot.id}`, { default_sending_stream: "secret" });
  const [toHamlet, toOthello, toIago] = await watchEvents([hamlet, othello, iago], () =>
    changeOwner(hamlet, bot, othello),
  );
  const ofBots = [toHamlet, toOthello, toIago].map((events) =>
    events?.filter(({ type }) => type === "realm_bot").map(({ op }) => op),
  );
  assert.deepEqual(ofBots, [["delete"], ["add"], []]);
});

test("if a bot is transferred to two users at the same time, only one of them owns it", async () => {
  const { hamlet, othello, cordelia, iago, bot } = await createTestOrganization();
  await watchEvents([hamlet, othello, cordelia, iago], () =>
    Promise.all([changeOwner(hamlet, bot, othello), changeOwner(iago, bot, cordelia)]),
  );
  const owners = await Promise.all([hamlet, othello, cordelia].map((person) => findBotAs(person, bot)));
  assert.equal(owners.filter((seen) => seen !== undefined).length, 1);
});

test("the audit log records the transfer of a bot and its actor", async () => {
  const { hamlet, othello, iago, bot, server } = await createTestOrganization();
  await changeOwner(iago, bot, othello);
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "before", "after"])
    .where("target_id", "=", bot.id)
    .where("target_type", "=", "bot")
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [
    {
      act: "bot.owner_changed",
      actor_id: iago.id,
      before: { bot_owner_id: hamlet.id },
      after: { bot_owner_id: othello.id },
    },
  ]);
});
