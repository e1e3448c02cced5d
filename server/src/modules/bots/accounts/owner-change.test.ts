import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, type TestUser, testServer, watchEvents, untilPollsWaiting } from "@parlance/testkit";
import { findBotAs, createBot, withCurrentKey } from "./fixtures/bots.ts";

await testServer();

const changeOwner = (person: TestUser, { id }: TestUser, to: TestUser) =>
  person.callOrThrow("PATCH", `/bots/${id}`, { bot_owner_id: to.id });

const writes = (person: TestUser, to: string) =>
  person.post("/messages", { type: "channel", to, topic: "graveyard", content: "Alas" });

const REFUSED = [401, "UNAUTHORIZED", "Invalid API key"];

const refusal = ({ status, code, msg }: { status: number; code?: string | undefined; msg: string }) => [
  status,
  code,
  msg,
];

const serviceOf = async (viewer: TestUser, bot: TestUser) => {
  const [service = assert.fail("no service")] = ((await findBotAs(viewer, bot))?.["services"] ?? []) as {
    base_url: string;
    token: string;
    interface: number;
  }[];
  return service;
};

test("the previous owner cannot use a bot's old key to send messages where the new owner may", async () => {
  const { hamlet, othello, desdemona } = await createTestOrganization();
  await othello.createChannel("secret", [othello], { invite_only: true });
  const ofOwner = { direct_members: [othello.id], direct_subgroups: [] };
  await desdemona.createChannel("announcements", [desdemona], { can_send_message_group: ofOwner });
  const bot = await createBot(hamlet);
  await changeOwner(hamlet, bot, othello);
  for (const channel of ["secret", "announcements"]) assert.deepEqual(refusal(await writes(bot, channel)), REFUSED);
  const transferred = await withCurrentKey(othello, bot);
  for (const channel of ["secret", "announcements"]) assert.equal((await writes(transferred, channel)).status, 200);
});

test("after a transfer, a bot's event queues are deleted and waiting polls end, so the previous owner receives no events through the bot", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const bot = await createBot(hamlet);
  const client = await bot.registerQueue();
  const pendingPoll = client.poll({ block: true });
  // The owner is changed only when the poll is waiting at the server.
  await untilPollsWaiting(server, 1);
  await changeOwner(hamlet, bot, othello);
  assert.deepEqual(await pendingPoll, []);
  const transferred = await withCurrentKey(othello, bot);
  const gone = await transferred.get("/events", {
    queue_id: client.queueId,
    last_event_id: client.lastEventId,
    dont_block: true,
  });
  assert.equal(gone.code, "BAD_EVENT_QUEUE_ID");
});

test("after a transfer, the new owner and administrators receive the new key, the previous owner receives no key, and the old key is never sent", async () => {
  const { hamlet, othello, iago, cordelia } = await createTestOrganization();
  const bot = await createBot(hamlet);
  const received = await watchEvents([hamlet, othello, iago, cordelia], () => changeOwner(hamlet, bot, othello));
  const { apiKey } = await withCurrentKey(othello, bot);
  const includesKey = received.map((events) => JSON.stringify(events).includes(apiKey));
  assert.deepEqual(includesKey, [false, true, true, false]);
  assert.ok(!JSON.stringify(received).includes(bot.apiKey));
  assert.equal(await findBotAs(hamlet, bot), undefined);
});

test("an administrator who transfers a bot to an organization owner no longer sees its key", async () => {
  const { iago, desdemona } = await createTestOrganization();
  const bot = await createBot(iago, { bot_type: 3, payload_url: JSON.stringify("https://example.com/iago") });
  const known = await serviceOf(iago, bot);
  const [toIago] = await watchEvents([iago, desdemona], () => changeOwner(iago, bot, desdemona));
  const { apiKey } = await withCurrentKey(desdemona, bot);
  assert.ok(!JSON.stringify(toIago).includes(apiKey));
  assert.deepEqual(refusal(await bot.get("/users/me")), REFUSED);
  assert.equal((await findBotAs(iago, bot))?.["api_key"], "");
  assert.equal((await serviceOf(iago, bot)).token, "");
  assert.notEqual((await serviceOf(desdemona, bot)).token, known.token);

  const answers = [
    await iago.post(`/bots/${bot.id}/api_key/regenerate`),
    await iago.patch(`/bots/${bot.id}`, { service_payload_url: JSON.stringify("https://example.com/iago") }),
    await iago.patch(`/bots/${bot.id}`, { service_interface: 2 }),
  ];
  for (const answer of answers)
    assert.deepEqual(refusal(answer), [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"]);
  assert.equal((await serviceOf(desdemona, bot)).base_url, "");
  await desdemona.callOrThrow("POST", `/bots/${bot.id}/api_key/regenerate`);
  // Administrators can still change the bot's other settings, including its owner.
  await watchEvents([iago, desdemona], () => iago.callOrThrow("PATCH", `/bots/${bot.id}`, { full_name: "Renamed" }));
  await watchEvents([iago, desdemona], () => changeOwner(iago, bot, iago));
  assert.equal((await (await withCurrentKey(iago, bot)).get("/users/me")).status, 200);
});

test("after a transfer an outgoing webhook is not called until the new owner sets its URL", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  const bot = await createBot(hamlet, {
    bot_type: 3,
    payload_url: JSON.stringify("https://example.com/hamlet"),
    interface_type: 2,
  });
  const before = await serviceOf(hamlet, bot);
  assert.equal(before.base_url, "https://example.com/hamlet");
  const [, toOthello, toIago] = await watchEvents([hamlet, othello, iago], async () => {
    const answer = await hamlet.callOrThrow("PATCH", `/bots/${bot.id}`, {
      bot_owner_id: othello.id,
      service_payload_url: JSON.stringify("https://example.com/hamlet-again"),
    });
    assert.equal(answer["service_payload_url"], "");
  });
  assert.doesNotMatch(JSON.stringify([toOthello, toIago]), /example.com\/hamlet/);
  const after = await serviceOf(othello, bot);
  assert.deepEqual(after, { base_url: "", interface: 2, token: after.token });
  assert.match(after.token, /^[0-9a-f]{32}$/);
  assert.notEqual(after.token, before.token);

  await watchEvents([othello, iago], () =>
    othello.callOrThrow("PATCH", `/bots/${bot.id}`, {
      service_payload_url: JSON.stringify("https://example.com/othello"),
    }),
  );
  await othello.callOrThrow("POST", `/bots/${bot.id}/api_key/regenerate`);
  const settings = { base_url: "https://example.com/othello", interface: 2, token: after.token };
  assert.deepEqual(await serviceOf(othello, bot), settings);
});

test("if a bot is reactivated after its owner was deactivated, the previous owner's key for it is invalid", async () => {
  const { hamlet, iago, othello, desdemona } = await createTestOrganization();
  const bot = await createBot(hamlet, { bot_type: 3, payload_url: JSON.stringify("https://example.com/hamlet") });
  const { token } = await serviceOf(iago, bot);
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  await watchEvents([iago, othello, desdemona], () => iago.callOrThrow("POST", `/users/${bot.id}/reactivate`));
  assert.deepEqual(refusal(await bot.get("/users/me")), REFUSED);
  const service = await serviceOf(iago, bot);
  assert.deepEqual(service, { base_url: "", interface: 1, token: service.token });
  assert.notEqual(service.token, token);
  assert.equal((await (await withCurrentKey(iago, bot)).get("/users/me")).status, 200);
});

test("an administrator who reactivates a bot of an organization owner does not get its keys", async () => {
  const { iago, desdemona } = await createTestOrganization();
  const bot = await createBot(desdemona);
  await iago.callOrThrow("DELETE", `/bots/${bot.id}`);
  const [toIago] = await watchEvents([iago, desdemona], () => iago.callOrThrow("POST", `/users/${bot.id}/reactivate`));
  assert.equal((await findBotAs(iago, bot))?.["api_key"], "");
  assert.ok(!JSON.stringify(toIago).includes(bot.apiKey));
  assert.equal((await bot.get("/users/me")).status, 200, "it is whose it was");
});

test("if a bot's owner becomes an organization owner, administrators can no longer see the bot's keys", async () => {
  const { hamlet, iago, desdemona } = await createTestOrganization();
  const bot = await createBot(hamlet);
  assert.equal((await findBotAs(iago, bot))?.["api_key"], bot.apiKey);
  const promotes = (role: Role) => () => desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role });
  const [toHamlet, toIago] = await watchEvents([hamlet, iago, desdemona], promotes(100));
  const { apiKey } = await withCurrentKey(hamlet, bot);
  assert.deepEqual(
    [toHamlet, toIago].map((events) => JSON.stringify(events).includes(apiKey)),
    [true, false],
  );
  assert.deepEqual(refusal(await bot.get("/users/me")), REFUSED);
  assert.equal((await findBotAs(iago, bot))?.["api_key"], "");

  await watchEvents([hamlet, iago, desdemona], promotes(400));
  assert.equal((await findBotAs(iago, bot))?.["api_key"], apiKey);
});
