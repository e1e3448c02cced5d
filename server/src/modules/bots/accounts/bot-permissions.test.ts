import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, type TestUser } from "@parlance/testkit";
import { createBot, withCurrentKey } from "./fixtures/bots.ts";

await testServer();

const writes = (person: TestUser, to: string | number | undefined) =>
  person.post("/messages", { type: "channel", to, topic: "graveyard", content: "Alas" });

const contentReceivedBy = async (person: TestUser, parameters: object, act: () => Promise<unknown>) => {
  const client = await person.registerQueue({ event_types: ["message"], ...parameters });
  await act();
  const events = await client.eventsUpTo((await person.registerQueue()).lastEventId);
  return events.map(({ message }) => message?.content);
};

test("a bot may post in the channels in which its owner may post, and after a transfer no longer in those that only the previous owner may post in", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const group = { direct_members: [hamlet.id], direct_subgroups: [] };
  await iago.createChannel("announcements", [iago, hamlet, othello], { can_send_message_group: group });
  const bot = await createBot(hamlet);
  for (const name of ["secret", "announcements"]) assert.equal((await writes(bot, name)).status, 200);

  await hamlet.callOrThrow("PATCH", `/bots/${bot.id}`, { bot_owner_id: othello.id });
  const transferred = await withCurrentKey(othello, bot);
  assert.equal((await writes(transferred, "secret")).msg, "Channel 'secret' does not exist");
  assert.equal((await writes(transferred, "announcements")).msg, "You do not have permission to post in this channel.");
});

test("an incoming webhook bot can send messages, and every other request is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.createChannel("news");
  const hook = await createBot(hamlet, { bot_type: 2 });
  assert.equal((await writes(hook, "news")).status, 200);
  for (const [method, path] of [
    ["GET", "/users/me"],
    ["GET", "/messages"],
    ["POST", "/register"],
    ["GET", "/events"],
    ["GET", "/streams"],
    ["GET", "/bots"],
    ["POST", "/bots"],
  ] as const) {
    const { status, code, msg } = await hook.call(method, path, {});
    const refusal = [401, "UNAUTHORIZED", "This API is not available to incoming webhook bots."];
    assert.deepEqual([status, code, msg], refusal, `${method} ${path}`);
  }
});

test("a channel message that a bot sends without naming a channel goes to its default_sending_stream", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("news");
  const bot = await createBot(hamlet, { bot_type: 2, default_sending_stream: "news" });
  const { id } = await writes(bot, undefined);
  const sent = await hamlet.callOrThrow("GET", `/messages/${id}`);
  assert.deepEqual([sent["message"].stream_id, sent["message"].subject], [channel, "graveyard"]);

  await hamlet.callOrThrow("DELETE", `/streams/${channel}`);
  assert.equal((await writes(bot, undefined)).msg, "Not authorized to send to channel 'news'");
});

test("a message without a recipient is rejected, unless it is a channel message of a bot with a default_sending_stream", async () => {
  const { hamlet, bot } = await createTestOrganization();
  const hook = await createBot(hamlet, { bot_type: 2 });
  for (const sender of [hamlet, bot, hook]) {
    const { status, code, msg } = await writes(sender, undefined);
    assert.deepEqual([status, code, msg], [400, "REQUEST_VARIABLE_MISSING", "Missing 'to' argument"]);
  }
  const directly = await bot.post("/messages", { type: "direct", content: "Alas" });
  assert.equal(directly.code, "REQUEST_VARIABLE_MISSING");
});

test("a bot with default_all_public_streams receives events of all public channels that it may read, unless its request sets all_public_streams", async () => {
  const { hamlet, iago } = await createTestOrganization();
  await hamlet.createChannel("news");
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const bot = await createBot(hamlet, { default_all_public_streams: true });
  const act = async () => {
    await hamlet.sendToChannel("news", { content: "public" });
    await hamlet.sendToChannel("secret", { content: "private" });
  };
  assert.deepEqual(await contentReceivedBy(bot, { apply_markdown: false }, act), ["public"]);
  assert.deepEqual(await contentReceivedBy(bot, { all_public_streams: false }, act), []);

  await iago.callOrThrow("PATCH", `/bots/${bot.id}`, { role: 600 });
  assert.deepEqual(
    await contentReceivedBy(bot, {}, act),
    [],
    "a guest receives messages only from channels that it is subscribed to",
  );
});

test("a bot's event queues are narrowed to its default_events_register_stream, unless its request contains another narrow", async () => {
  const { hamlet } = await createTestOrganization();
  const bot = await createBot(hamlet);
  await hamlet.createChannel("news", [hamlet, bot]);
  await hamlet.createChannel("rumours", [hamlet, bot]);
  await hamlet.callOrThrow("PATCH", `/bots/${bot.id}`, { default_events_register_stream: "news" });
  const act = async () => {
    await hamlet.sendToChannel("news", { content: "true" });
    await hamlet.sendToChannel("rumours", { content: "false" });
  };
  assert.deepEqual(await contentReceivedBy(bot, { apply_markdown: false }, act), ["true"]);
  const other = { apply_markdown: false, narrow: [["channel", "rumours"]] };
  assert.deepEqual(await contentReceivedBy(bot, other, act), ["false"]);
});

test("the default settings of a bot do not apply to its owner", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await othello.createChannel("news", [othello]);
  await createBot(hamlet, { default_all_public_streams: true, default_sending_stream: "news" });
  assert.deepEqual(await contentReceivedBy(hamlet, {}, () => othello.sendToChannel("news")), []);
});
