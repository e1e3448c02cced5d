import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  TestUser,
  testServer,
  watchEvents,
  type ResponseOf,
  type Parameters,
  type ParametersOf,
  type ReceivedEvent,
} from "@parlance/testkit";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";

await testServer();

const yorick = { full_name: "Yorick", short_name: "yorick" };

const creates = (person: TestUser, more: Partial<ParametersOf<"POST /bots">> = {}) =>
  person.post("/bots", { ...yorick, ...more });

async function refusal(person: TestUser, more: Parameters = {}): Promise<string> {
  const { status, code, msg } = await creates(person, more);
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

/** Returns the services of the bot in the last of these events. */
const servicesIn = (events: readonly ReceivedEvent[] | undefined): Parameters[] =>
  events?.at(-1)?.["bot"]?.services ?? [];

test("all users receive an event about a new bot, and only its owner and human administrators get its key", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, bot, host } = await createTestOrganization();
  let answer: Partial<ResponseOf<"POST /bots">> = {};
  const received = await watchEvents([hamlet, iago, desdemona, shiva, polonius, bot], async () => {
    answer = await creates(hamlet, { full_name: " Yorick ", short_name: " yorick " });
  });
  const { user_id, api_key, avatar_url } = answer;
  assert.match(String(api_key), /^[0-9A-Za-z]{32}$/);
  const running = {
    user_id,
    full_name: "Yorick",
    email: `yorick-bot@${host}`,
    bot_type: 1,
    api_key,
    avatar_url,
    owner_id: hamlet.id,
    is_active: true,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
  const [toHamlet, toIago, toDesdemona, ...toOthers] = received.map((events) =>
    events.filter(({ type }) => type === "realm_bot").map(({ op, bot: one }) => ({ op, one })),
  );
  for (const botEvents of [toHamlet, toIago, toDesdemona]) assert.deepEqual(botEvents, [{ op: "add", one: running }]);
  assert.deepEqual(toOthers, [[], [], []]);
  for (const [added] of received) {
    assert.equal(added?.type, "realm_user");
    const { is_bot, bot_type, bot_owner_id, role, delivery_email } = added.person;
    assert.deepEqual(
      { is_bot, bot_type, bot_owner_id, role, delivery_email },
      { is_bot: true, bot_type: 1, bot_owner_id: hamlet.id, role: 400, delivery_email: `yorick-bot@${host}` },
    );
  }
});

test("the response describes the bot, and the bot can authenticate with the returned key", async () => {
  const { hamlet, host, server } = await createTestOrganization();
  await hamlet.createChannel("news");
  const answer = await creates(hamlet, {
    default_sending_stream: "NEWS",
    default_events_register_stream: "news",
    default_all_public_streams: true,
  });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    result: "success",
    msg: "",
    user_id: answer["user_id"],
    api_key: answer["api_key"],
    avatar_url: answer["avatar_url"],
    default_sending_stream: "news",
    default_events_register_stream: "news",
    default_all_public_streams: true,
  });
  const account = { id: answer["user_id"], email: `yorick-bot@${host}`, fullName: "Yorick", apiKey: answer["api_key"] };
  const own = await new TestUser({ port: server.port, host }, account).get("/users/me");
  assert.deepEqual([own["user_id"], own["is_bot"], own["full_name"]], [answer["user_id"], true, "Yorick"]);
});

test("a bot with a private default channel is visible only to its owner", async () => {
  const { hamlet, iago } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  for (const [number, name] of (["default_sending_stream", "default_events_register_stream"] as const).entries()) {
    const names = { full_name: `Yorick ${number}`, short_name: `yorick${number}` };
    const [toHamlet, toIago] = await watchEvents([hamlet, iago], () => creates(hamlet, { ...names, [name]: "secret" }));
    assert.equal(toHamlet?.at(-1)?.["bot"]?.[name], "secret");
    assert.deepEqual(
      toIago?.filter(({ type }) => type === "realm_bot"),
      [],
    );
  }
});

test("members, moderators, administrators and owners can create bots, but guests and bots cannot", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, bot } = await createTestOrganization();
  for (const [number, person] of [desdemona, iago, shiva, hamlet].entries()) {
    const names = { full_name: `Yorick ${number}`, short_name: `yorick${number}` };
    assert.equal((await creates(person, names)).status, 200, person.fullName);
  }
  assert.equal(await refusal(polonius), "Not allowed for guest users");
  assert.equal(await refusal(bot), "This endpoint does not accept bot requests.");
});

test("the organization's settings determine who can create bots, and apply even to administrators", async () => {
  const { desdemona, shiva, hamlet, server, realmId } = await createTestOrganization();
  const groups = await loadSystemGroups(server.db.reader, realmId);
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_create_bots_group: { new: groups["role:nobody"] },
    can_create_write_only_bots_group: { new: groups["role:moderators"] },
  });
  assert.equal(await refusal(desdemona, { bot_type: 1 }), "Insufficient permission");
  assert.equal(await refusal(desdemona, { bot_type: 3 }), "Insufficient permission");
  assert.equal(await refusal(hamlet, { bot_type: 2 }), "Insufficient permission");
  assert.equal((await creates(shiva, { bot_type: 2 })).status, 200);
});

test("users who may create bots of any type may also create incoming webhook bots", async () => {
  const { desdemona, hamlet } = await createTestOrganization();
  const emptyGroup = { direct_members: [], direct_subgroups: [] };
  await desdemona.callOrThrow("PATCH", "/realm", { can_create_write_only_bots_group: { new: emptyGroup } });
  assert.equal((await creates(hamlet, { bot_type: 2 })).status, 200);
});

test("invalid names are rejected", async () => {
  const { hamlet } = await createTestOrganization();
  assert.equal(await refusal(hamlet, { full_name: " Y " }), "Name too short!");
  assert.equal(await refusal(hamlet, { full_name: "y".repeat(101) }), "Name too long!");
  assert.equal(await refusal(hamlet, { full_name: "Yor*ick" }), "Invalid characters in name!");
  assert.equal(await refusal(hamlet, { full_name: "Yorick|7" }), "Invalid format!");
  for (const short_name of ["", " ", "two words", "yor@ick", ".yorick", "y".repeat(61), "Ünicode"]) {
    assert.equal(await refusal(hamlet, { short_name }), "Bad name or username", short_name);
  }
  assert.equal((await creates(hamlet, { short_name: "y".repeat(60) })).status, 200);
});

test("missing required parameters are reported", async () => {
  const { hamlet } = await createTestOrganization();
  for (const missing of ["full_name", "short_name"]) {
    const { status, code, msg } = await creates(hamlet, { [missing]: undefined });
    assert.deepEqual([status, code, msg], [400, "REQUEST_VARIABLE_MISSING", `Missing '${missing}' argument`]);
  }
});

test("a name or an address in use is rejected regardless of case", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  await creates(hamlet);
  assert.equal(await refusal(othello, { full_name: "yorick", short_name: "other" }), "Name is already in use!");
  assert.equal(await refusal(othello, { full_name: "King Hamlet" }), "Name is already in use!");
  assert.equal(await refusal(othello, { full_name: "Other", short_name: "YORICK" }), "Username already in use");
  // Another organization can have a bot with the same name and short name.
  assert.equal((await creates((await createTestOrganization()).hamlet)).status, 200);
});

test("an organization can require unique names", async () => {
  const { hamlet, iago } = await createTestOrganization();
  await iago.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  assert.equal(await refusal(hamlet, { full_name: "ＯＴＨＥＬＬＯ" }), "Unique names required in this organization.");
});

test("if two bots are created with the same address or name at the same time, only one is created", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [first, second] = [
    { full_name: "First", short_name: "same" },
    { full_name: "Second", short_name: "same" },
  ];
  const answers = await Promise.all([creates(hamlet, first), creates(othello, second)]);
  assert.deepEqual(answers.map(({ msg }) => msg).toSorted(), ["", "Username already in use"]);

  const names = ["one", "two", "three"].map((short_name) => ({ full_name: "Same", short_name }));
  const namesakes = await Promise.all(names.map((name) => creates(hamlet, name)));
  const nameInUse = "Name is already in use!";
  assert.deepEqual(namesakes.map(({ msg }) => msg).toSorted(), ["", nameInUse, nameInUse]);
});

test("types that do not exist or are not enabled are rejected", async () => {
  const { hamlet } = await createTestOrganization();
  for (const bot_type of [0, 5, -1]) assert.equal(await refusal(hamlet, { bot_type }), "Invalid bot type");
  assert.equal(await refusal(hamlet, { bot_type: "generic" }), "bot_type is not valid JSON");
  const embedded = { bot_type: 4, service_name: "converter", config_data: { key: "value" } };
  assert.equal(await refusal(hamlet, embedded), "Embedded bots are not enabled.");
});

test("the URL, interface and token of an outgoing webhook are shown", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const payload_url = "https://example.com/hook?key=1";
  const called = { bot_type: 3, payload_url: JSON.stringify(payload_url), interface_type: 2 };
  const [toHamlet, toIago] = await watchEvents([hamlet, iago], () => creates(hamlet, called));
  const [service, ...more] = servicesIn(toHamlet);
  assert.deepEqual([more, service?.["base_url"], service?.["interface"]], [[], payload_url, 2]);
  assert.match(String(service?.["token"]), /^[0-9a-f]{32}$/);
  assert.deepEqual(toIago?.at(-1)?.["bot"], toHamlet?.at(-1)?.["bot"]);
});

test("an outgoing webhook can be created without a URL", async () => {
  const { hamlet } = await createTestOrganization();
  const [toHamlet] = await watchEvents([hamlet], () => creates(hamlet, { bot_type: 3 }));
  const [service] = servicesIn(toHamlet);
  assert.deepEqual([service?.["base_url"], service?.["interface"]], ["", 1]);
});

test("only web URLs are accepted for outgoing webhooks", async () => {
  const { hamlet } = await createTestOrganization();
  for (const url of ["", "example.com/hook", "ftp://example.com/", "javascript:alert(1)", "http://"]) {
    const payload_url = JSON.stringify(url);
    assert.equal(await refusal(hamlet, { bot_type: 3, payload_url }), "Invalid payload_url: Not a URL", url);
  }
  assert.equal(await refusal(hamlet, { payload_url: "https://example.com" }), "payload_url is not valid JSON");
  assert.equal(await refusal(hamlet, { payload_url: "7" }), "payload_url is not a string");
  const long = JSON.stringify(`https://example.com/${"a".repeat(2064)}`);
  assert.equal(
    await refusal(hamlet, { bot_type: 3, payload_url: long }),
    "payload_url is too long (limit: 2083 characters)",
  );
  assert.equal(await refusal(hamlet, { bot_type: 3, interface_type: 3 }), "Invalid interface type");
});

test("options that no bot of this server supports are rejected instead of ignored", async () => {
  const { hamlet } = await createTestOrganization();
  const hook = { bot_type: 2, service_name: "git-host" };
  assert.equal(await refusal(hamlet, hook), "Invalid integration 'git-host'.");
  assert.equal(await refusal(hamlet, { config_data: { key: "value" } }), "Invalid configuration data!");
  assert.equal(await refusal(hamlet, { config_data: { key: 7 } }), 'config_data["key"] is not a string');
  assert.equal((await creates(hamlet, { config_data: {} })).status, 200);
});

test("a bot's default channels must be channels that its creator can read", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  await othello.createChannel("secret", [othello], { invite_only: true });
  const archived = await hamlet.createChannel("archived");
  await hamlet.callOrThrow("DELETE", `/streams/${archived}`);
  for (const parameter of ["default_sending_stream", "default_events_register_stream"]) {
    for (const person of [hamlet, iago]) {
      for (const name of ["secret", "archived", "nowhere"]) {
        assert.equal(await refusal(person, { [parameter]: name }), `Invalid channel name '${name}'`);
      }
    }
  }
  assert.equal((await creates(hamlet, { default_sending_stream: "" }))["default_sending_stream"], null);
});

test("a rejected request emits no events", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const received = await watchEvents([hamlet, iago], async () => {
    await refusal(hamlet, { default_sending_stream: "nowhere" });
    await refusal(hamlet, { full_name: "Othello" });
  });
  assert.deepEqual(received, [[], []]);
});

test("the audit log records the creation of a bot and its actor", async () => {
  const { hamlet, server } = await createTestOrganization();
  const called = { bot_type: 3, payload_url: JSON.stringify("https://example.com/hook?secret") };
  const { user_id } = await creates(hamlet, called);
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "target_type", "after"])
    .where("target_id", "=", user_id)
    .where("target_type", "=", "bot")
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [
    {
      act: "bot.created",
      actor_id: hamlet.id,
      target_type: "bot",
      after: {
        full_name: "Yorick",
        bot_type: 3,
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
        payload_url: "https://example.com",
        interface: 1,
      },
    },
  ]);
});
