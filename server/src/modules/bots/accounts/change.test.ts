import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  testServer,
  watchEvents,
  type Parameters,
  type TestUser,
  type ReceivedEvent,
} from "@parlance/testkit";
import { findBotAs, createBot } from "./fixtures/bots.ts";

await testServer();

const changes = (person: TestUser, { id }: TestUser, change: Parameters) => person.patch(`/bots/${id}`, change);

async function refusal(person: TestUser, bot: TestUser, change: Parameters = {}): Promise<string> {
  const { status, code, msg } = await changes(person, bot, change);
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

const botPayloads = (events: readonly ReceivedEvent[] | undefined) =>
  events?.map(({ type, op, bot, person }) => ({ [`${type}/${op}`]: bot ?? person }));

test("if a bot is renamed, all users receive a user event, and its owner and administrators also receive a bot event", async () => {
  const { hamlet, iago, othello, polonius } = await createTestOrganization();
  const bot = await createBot(hamlet);
  const [toHamlet, toIago, ...toOthers] = await watchEvents([hamlet, iago, othello, polonius], async () => {
    const answer = await changes(hamlet, bot, { full_name: " Alas " });
    assert.equal(answer["full_name"], "Alas");
  });
  const change = { user_id: bot.id, full_name: "Alas" };
  assert.deepEqual(botPayloads(toHamlet), [{ "realm_user/update": change }, { "realm_bot/update": change }]);
  assert.deepEqual(botPayloads(toIago), botPayloads(toHamlet));
  for (const events of toOthers) assert.deepEqual(botPayloads(events), [{ "realm_user/update": change }]);
});

test("the response contains the changed bot and its owner", async () => {
  const { hamlet, iago } = await createTestOrganization();
  await hamlet.createChannel("news");
  const bot = await createBot(hamlet, { bot_type: 3 });
  const payload = "https://example.com/hook";
  const { status, body } = await changes(iago, bot, {
    service_payload_url: JSON.stringify(payload),
    service_interface: 2,
  });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    result: "success",
    msg: "",
    full_name: "Yorick",
    avatar_url: (await findBotAs(hamlet, bot))?.["avatar_url"],
    service_payload_url: payload,
    service_interface: 2,
    config_data: null,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    bot_owner: hamlet.email,
  });
});

test("a bot's default channels and event setting can be set and reset", async () => {
  const { hamlet, iago } = await createTestOrganization();
  await hamlet.createChannel("news");
  const bot = await createBot(hamlet);
  for (const [name, value, shown] of [
    ["default_sending_stream", "News", "news"],
    ["default_sending_stream", "", null],
    ["default_events_register_stream", "news", "news"],
    ["default_events_register_stream", "", null],
    ["default_all_public_streams", true, true],
    ["default_all_public_streams", false, false],
  ] as const) {
    const [toHamlet, toIago] = await watchEvents([hamlet, iago], async () => {
      assert.equal((await changes(hamlet, bot, { [name]: value }))[name], shown);
    });
    assert.deepEqual(botPayloads(toHamlet), [{ "realm_bot/update": { user_id: bot.id, [name]: shown } }]);
    assert.deepEqual(toIago, toHamlet);
  }
});

test("settings can be added to a bot that was created without any", async () => {
  const { hamlet, bot } = await createTestOrganization();
  await watchEvents([hamlet], () => changes(hamlet, bot, { default_all_public_streams: true }));
  assert.equal((await findBotAs(hamlet, bot))?.["default_all_public_streams"], true);
});

test("a bot becomes hidden from administrators when it gets a private default channel, and visible again when the channel is removed from its settings", async () => {
  const { hamlet, iago, desdemona } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const bot = await createBot(hamlet);
  const all = [hamlet, iago, desdemona];

  const entered = await watchEvents(all, () => changes(hamlet, bot, { default_sending_stream: "secret" }));
  assert.deepEqual(botPayloads(entered[0]), [
    { "realm_bot/update": { user_id: bot.id, default_sending_stream: "secret" } },
  ]);
  for (const events of entered.slice(1)) {
    assert.deepEqual(botPayloads(events), [{ "realm_bot/delete": { user_id: bot.id } }]);
  }

  const renamed = await watchEvents(all, () => changes(iago, bot, { full_name: "Alas" }));
  const ofBots = renamed.map((events) => events.filter(({ type }) => type === "realm_bot").length);
  assert.deepEqual(ofBots, [1, 0, 0]);

  const left = await watchEvents(all, () => changes(hamlet, bot, { default_sending_stream: "" }));
  assert.deepEqual(botPayloads(left[1]), [{ "realm_bot/add": await findBotAs(iago, bot) }]);
  assert.deepEqual(botPayloads(left[0]), [{ "realm_bot/update": { user_id: bot.id, default_sending_stream: null } }]);
});

test("when a bot's default channel is renamed, its owner and administrators receive an event; while the channel is private, the bot is hidden from administrators", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const news = await hamlet.createChannel("news", [hamlet, iago]);
  const bot = await createBot(hamlet, { default_sending_stream: "news", default_events_register_stream: "news" });
  const ofBots = async (change: Parameters) => {
    const received = await watchEvents([hamlet, iago], () => hamlet.callOrThrow("PATCH", `/streams/${news}`, change));
    return received.map((events) => botPayloads(events.filter(({ type }) => type === "realm_bot")));
  };
  const names = { default_sending_stream: "olds", default_events_register_stream: "olds" };
  const renamed = [{ "realm_bot/update": { user_id: bot.id, ...names } }];
  assert.deepEqual(await ofBots({ new_name: "olds" }), [renamed, renamed]);
  assert.deepEqual(await ofBots({ description: "What was" }), [[], []]);
  assert.deepEqual(await ofBots({ is_private: true }), [[], [{ "realm_bot/delete": { user_id: bot.id } }]]);
  const open = await ofBots({ is_private: false });
  assert.deepEqual(open, [[], [{ "realm_bot/add": await findBotAs(iago, bot) }]]);
});

test("an outgoing webhook can get another URL and keeps its token", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const bot = await createBot(hamlet, { bot_type: 3 });
  const before = (await findBotAs(hamlet, bot))?.["services"] as Parameters[];
  const [toHamlet, toIago] = await watchEvents([hamlet, iago], () =>
    changes(hamlet, bot, { service_payload_url: JSON.stringify("http://hooks.example:8080/"), service_interface: 2 }),
  );
  const services = [{ ...before[0], base_url: "http://hooks.example:8080/", interface: 2 }];
  assert.deepEqual(botPayloads(toHamlet), [{ "realm_bot/update": { user_id: bot.id, services } }]);
  assert.deepEqual(toIago, toHamlet);
  await changes(hamlet, bot, { service_payload_url: JSON.stringify("https://example.com/") });
  assert.deepEqual((await findBotAs(hamlet, bot))?.["services"], [
    { ...services[0], base_url: "https://example.com/" },
  ]);
});

test("settings that do not exist for the bot's type are rejected", async () => {
  const { hamlet, bot } = await createTestOrganization();
  const url = JSON.stringify("https://example.com/");
  const none = "Only outgoing webhook bots have a payload URL.";
  assert.equal(await refusal(hamlet, bot, { service_payload_url: url }), none);
  assert.equal(await refusal(hamlet, bot, { service_interface: 2 }), none);
  assert.equal(await refusal(hamlet, bot, { config_data: { key: "value" } }), "Invalid configuration data!");
  const called = await createBot(hamlet, { bot_type: 3 });
  assert.equal(await refusal(hamlet, called, { service_payload_url: '"x"' }), "Invalid service_payload_url: Not a URL");
  assert.equal(await refusal(hamlet, called, { service_interface: 0 }), "Invalid interface type");
});

test("invalid names and names in use are rejected", async () => {
  const { hamlet, bot } = await createTestOrganization();
  await createBot(hamlet);
  assert.equal(await refusal(hamlet, bot, { full_name: "Y" }), "Name too short!");
  assert.equal(await refusal(hamlet, bot, { full_name: "" }), "Name too short!");
  assert.equal(await refusal(hamlet, bot, { full_name: "y".repeat(101) }), "Name too long!");
  assert.equal(await refusal(hamlet, bot, { full_name: "Yor`ick" }), "Invalid characters in name!");
  assert.equal(await refusal(hamlet, bot, { full_name: "Yorick|1" }), "Invalid format!");
  assert.equal(await refusal(hamlet, bot, { full_name: "YORICK" }), "Name is already in use!");
  assert.equal((await changes(hamlet, bot, { full_name: "HELPER" })).status, 200, "its own name in capitals");
});

test("channels that the caller cannot read are rejected like unknown ones", async () => {
  const { hamlet, iago, othello, bot } = await createTestOrganization();
  await othello.createChannel("secret", [othello], { invite_only: true });
  for (const person of [hamlet, iago]) {
    assert.equal(await refusal(person, bot, { default_sending_stream: "secret" }), "Invalid channel name 'secret'");
    const parameters = { default_events_register_stream: "secret" };
    assert.equal(await refusal(person, bot, parameters), "Invalid channel name 'secret'");
  }
});

test("a request that changes nothing emits no events", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const bot = await createBot(hamlet);
  const same = { full_name: "Yorick", bot_owner_id: hamlet.id, role: 400, default_sending_stream: "", config_data: {} };
  const received = await watchEvents([hamlet, iago], async () => {
    assert.equal((await changes(hamlet, bot, same)).status, 200);
    assert.equal((await changes(hamlet, bot, {})).status, 200);
  });
  assert.deepEqual(received, [[], []]);
});

test("a request with an error changes nothing, and no events are emitted", async () => {
  const { hamlet, iago, bot } = await createTestOrganization();
  const received = await watchEvents([hamlet, iago], async () => {
    await refusal(hamlet, bot, { full_name: "Alas", default_sending_stream: "nowhere" });
    await refusal(iago, bot, { role: 300, bot_owner_id: bot.id });
  });
  assert.deepEqual(received, [[], []]);
});

test("a bot can be changed only by its owner and by administrators", async () => {
  const { hamlet, iago, desdemona, othello, shiva, polonius, bot } = await createTestOrganization();
  for (const person of [hamlet, iago, desdemona]) {
    assert.equal((await changes(person, bot, { full_name: `By ${person.fullName}` })).status, 200);
  }
  for (const person of [othello, shiva]) assert.equal(await refusal(person, bot), "Insufficient permission");
  assert.equal(await refusal(polonius, bot), "Not allowed for guest users");
  assert.equal(await refusal(bot, bot), "This endpoint does not accept bot requests.");
});

test("human users, system bots and bots of other organizations are not found", async () => {
  const { desdemona, othello, server } = await createTestOrganization();
  const { bot: elsewhere } = await createTestOrganization();
  const system = await server.db.reader
    .selectFrom("account")
    .select("id")
    .where("delivery_email", "like", "notification-bot@%")
    .executeTakeFirstOrThrow();
  for (const id of [othello.id, elsewhere.id, system.id, 987_654_321]) {
    for (const [method, path] of [
      ["PATCH", `/bots/${id}`],
      ["POST", `/bots/${id}/api_key/regenerate`],
    ] as const) {
      const { status, code, msg } = await desdemona.call(method, path, {});
      assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "No such bot"]);
    }
  }
});

test("if two bots are renamed to the same name at the same time, only one rename succeeds", async () => {
  const { hamlet } = await createTestOrganization();
  const bots = [await createBot(hamlet), await createBot(hamlet, { full_name: "Other", short_name: "other" })];
  const answers = await Promise.all(bots.map((bot) => changes(hamlet, bot, { full_name: "Same" })));
  assert.deepEqual(answers.map(({ msg }) => msg).toSorted(), ["", "Name is already in use!"]);
});

test("the audit log records the changes to a bot and their actor", async () => {
  const { iago, bot, server } = await createTestOrganization();
  await changes(iago, bot, { full_name: "Alas", default_all_public_streams: true });
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "before", "after"])
    .where("target_id", "=", bot.id)
    .where("target_type", "=", "bot")
    .orderBy("id")
    .execute();
  const facts = {
    bot_type: 1,
    default_sending_stream: null,
    default_events_register_stream: null,
  };
  assert.deepEqual(acts, [
    {
      act: "bot.changed",
      actor_id: iago.id,
      before: { ...facts, full_name: "Helper", default_all_public_streams: false },
      after: { ...facts, full_name: "Alas", default_all_public_streams: true },
    },
  ]);
});
