import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  watchEvents,
  type TestUser,
  type TestOrganization,
  type Narrow,
  writeRowsDirectly,
} from "@parlance/testkit";

const quiet = { send_new_subscription_messages: false };

const sets = (person: TestUser, stream_id: number, topic: string, visibility_policy: number) =>
  person.call("POST", "/user_topics", { stream_id, topic, visibility_policy });

const mutesOld = (person: TestUser, parameters: object) =>
  person.call("PATCH", "/users/me/subscriptions/muted_topics", { topic: "castle", ...parameters });

async function topicsOf(person: TestUser) {
  const topics = (await person.registerQueue()).state["user_topics"] as {
    stream_id: number;
    topic_name: string;
    visibility_policy: number;
  }[];
  return topics.map(({ stream_id, topic_name, visibility_policy }) => [stream_id, topic_name, visibility_policy]);
}

async function denmark(): Promise<TestOrganization & { channel: number }> {
  const realm = await createTestOrganization();
  return { ...realm, channel: await realm.othello.createChannel("denmark", [realm.othello, realm.hamlet], quiet) };
}

/** Marks all messages of the user as read, including notices about new channels. */
async function readsAll(person: TestUser): Promise<void> {
  const { messages } = await person.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 100 });
  const ids = (messages as { id: number }[]).map(({ id }) => id);
  await person.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: ids });
}

const mutesChannel = (realm: TestOrganization, person: TestUser, channel: number) =>
  writeRowsDirectly(realm, (tx) =>
    tx
      .updateTable("subscription")
      .set({ is_muted: true })
      .where("user_id", "=", person.id)
      .where("channel_id", "=", channel)
      .execute(),
  );

test("when a user changes the setting for a topic, only this user's clients receive an event, and the topic's capitalization is ignored", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    for (const policy of [1, 2, 3, 3]) assert.equal((await sets(hamlet, channel, "Castle", policy)).result, "success");
    await sets(hamlet, channel, "CASTLE", 1);
    await sets(hamlet, channel, "beach", 2);
    await sets(hamlet, channel, "castle", 0);
    assert.equal((await sets(hamlet, channel, "never", 0)).result, "success");
  });
  const outlines = toHamlet?.map(({ type, topic_name, visibility_policy }) => [type, topic_name, visibility_policy]);
  assert.deepEqual(outlines, [
    ["user_topic", "Castle", 1],
    ["user_topic", "Castle", 2],
    ["user_topic", "Castle", 3],
    ["user_topic", "CASTLE", 1],
    ["user_topic", "beach", 2],
    ["user_topic", "castle", 0],
  ]);
  assert.deepEqual(toOthello, []);
  assert.deepEqual(await topicsOf(hamlet), [[channel, "beach", 2]]);
});

test("a topic is normalized as in messages: it is truncated to 60 characters, and the display name of the empty topic means the empty topic", async () => {
  const { hamlet, channel } = await denmark();
  await sets(hamlet, channel, "x".repeat(61), 1);
  await sets(hamlet, channel, "general chat", 2);
  assert.deepEqual(await topicsOf(hamlet), [
    [channel, "", 2],
    [channel, `${"x".repeat(57)}...`, 1],
  ]);
  const older = (await hamlet.registerQueue({ client_capabilities: {} })).state["user_topics"] as {
    topic_name: string;
  }[];
  assert.equal(older[0]?.topic_name, "general chat");
  const client = await hamlet.registerQueue({ client_capabilities: {} });
  await sets(hamlet, channel, "", 3);
  const [event] = await client.poll();
  assert.equal(event?.["topic_name"], "general chat");
});

test("a channel that the user cannot see, an invalid topic and an unknown visibility policy are rejected", async () => {
  const { hamlet, othello, cordelia, polonius, channel } = await denmark();
  const secret = await othello.createChannel("secret", [othello], { invite_only: true });
  const refused = async (answer: ReturnType<typeof sets>) => {
    const { status, code, msg } = await answer;
    return [status, code, msg];
  };
  const unknown = [400, "BAD_REQUEST", "Invalid channel ID"];
  assert.deepEqual(await refused(sets(cordelia, secret, "castle", 1)), unknown);
  assert.deepEqual(await refused(sets(polonius, channel, "castle", 1)), unknown);
  assert.deepEqual(await refused(sets(hamlet, 2 ** 31 - 1, "castle", 0)), unknown);
  const control = await refused(sets(hamlet, channel, "a\nb", 1));
  assert.deepEqual(control, [400, "BAD_REQUEST", "Invalid character in topic, at position 2!"]);
  for (const policy of [-1, 4]) assert.equal((await sets(hamlet, channel, "castle", policy)).status, 400);
  for (const missing of ["stream_id", "topic", "visibility_policy"]) {
    const all = { stream_id: channel, topic: "castle", visibility_policy: 1 };
    const { msg } = await hamlet.call("POST", "/user_topics", { ...all, [missing]: undefined });
    assert.equal(msg, `Missing '${missing}' argument`);
  }
  assert.deepEqual(await topicsOf(hamlet), []);
});

test("older clients can mute topics, and receive all muted topics unless they also request the events for newer clients", async () => {
  const { hamlet, channel } = await denmark();
  const [events] = await watchEvents(
    [hamlet],
    async () => {
      assert.equal((await mutesOld(hamlet, { stream_id: channel, op: "add" })).result, "success");
      assert.equal((await mutesOld(hamlet, { stream: "Denmark", topic: "CASTLE", op: "add" })).result, "success");
      await sets(hamlet, channel, "beach", 3);
      await sets(hamlet, channel, "beach", 1);
      assert.equal((await mutesOld(hamlet, { stream: "denmark", op: "remove" })).result, "success");
    },
    { event_types: ["muted_topics"], fetch_event_types: ["muted_topics"] },
  );
  const outlines = events?.map(({ muted_topics }) => (muted_topics as string[][]).map((one) => one.slice(0, 2)));
  const [castle, beach] = [
    ["denmark", "castle"],
    ["denmark", "beach"],
  ];
  assert.deepEqual(outlines, [[castle], [beach, castle], [beach]]);
});

test("older clients must name exactly one channel, and can unmute only topics that are muted", async () => {
  const { hamlet, channel } = await denmark();
  const refusals: readonly [object, string][] = [
    [{ op: "add" }, "Please supply 'stream'."],
    [{ op: "add", stream: "denmark", stream_id: channel }, "Please choose one: 'stream' or 'stream_id'."],
    [{ op: "add", stream: "elsinore" }, "Invalid channel name 'elsinore'"],
    [{ op: "add", stream_id: 2 ** 31 - 1 }, "Invalid channel ID"],
    [{ op: "add", stream_id: channel, topic: "\u0001" }, "Invalid character in topic, at position 1!"],
    [{ op: "remove", stream_id: channel }, "Topic is not muted"],
    [{ op: "mute", stream_id: channel }, "Invalid op"],
  ];
  await sets(hamlet, channel, "castle", 3);
  for (const [parameters, text] of refusals) {
    const { status, msg } = await mutesOld(hamlet, parameters);
    assert.deepEqual([status, msg], [400, text]);
  }
  assert.deepEqual(await topicsOf(hamlet), [[channel, "castle", 3]]);
});

test("unread messages in muted topics are not counted, and the setting for a topic overrides the one for its channel", async () => {
  const realm = await denmark();
  const { hamlet, othello, channel } = realm;
  await readsAll(hamlet);
  await othello.sendToChannel(channel, { topic: "castle" });
  const beach = await othello.sendToChannel(channel, { topic: "beach", content: "@**all**" });
  const unread = async () => (await hamlet.registerQueue()).state["unread_msgs"];
  const count = async () => (await unread()).count;
  assert.equal(await count(), 2);
  await watchEvents([hamlet], () => sets(hamlet, channel, "CASTLE", 1));
  assert.equal(await count(), 1);
  await mutesChannel(realm, hamlet, channel);
  assert.equal(await count(), 0);
  assert.deepEqual((await unread()).mentions, []);
  for (const policy of [2, 3]) {
    await sets(hamlet, channel, "beach", policy);
    assert.equal(await count(), 1);
    assert.deepEqual((await unread()).mentions, [beach]);
  }

  const flags = (op: string) => hamlet.callOrThrow("POST", "/messages/flags", { op, flag: "read", messages: [beach] });
  await flags("add");
  const [events] = await watchEvents([hamlet], () => flags("remove"));
  const detail = events?.[0]?.["message_details"]?.[String(beach)];
  assert.deepEqual([detail?.unmuted_stream_msg, detail?.mentioned], [true, true]);
});

test("a narrow can select messages in followed, muted or unmuted topics", async () => {
  const realm = await denmark();
  const { hamlet, othello, channel } = realm;
  const noise = await othello.createChannel("noise", [othello, hamlet], quiet);
  await mutesChannel(realm, hamlet, noise);
  const ids = {
    plain: await othello.sendToChannel(channel, { topic: "plain" }),
    muted: await othello.sendToChannel(channel, { topic: "muted" }),
    followed: await othello.sendToChannel(channel, { topic: "followed" }),
    noise: await othello.sendToChannel(noise, { topic: "plain" }),
    unmuted: await othello.sendToChannel(noise, { topic: "unmuted" }),
    heard: await othello.sendToChannel(noise, { topic: "followed" }),
    direct: await othello.sendDirectMessage(hamlet),
  };
  const finds = async (...narrow: Narrow) => {
    const answer = await hamlet.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 100, narrow });
    const found = new Set(answer.messages.map(({ id }) => id));
    return Object.entries(ids).flatMap(([name, id]) => (found.has(id) ? [name] : []));
  };
  const is = (operand: string, negated = false) => ({ operator: "is", operand, negated });
  assert.deepEqual(await finds(is("followed")), []);
  assert.deepEqual(await finds(is("muted")), ["noise", "unmuted", "heard"]);
  await sets(hamlet, channel, "MUTED", 1);
  await sets(hamlet, channel, "Followed", 3);
  await sets(hamlet, noise, "unmuted", 2);
  await sets(hamlet, noise, "followed", 3);
  assert.deepEqual(await finds(is("followed")), ["followed", "heard"]);
  assert.deepEqual(await finds(is("followed"), { operator: "channel", operand: noise }), ["heard"]);
  assert.deepEqual(await finds(is("followed", true)), ["plain", "muted", "noise", "unmuted", "direct"]);
  assert.deepEqual(await finds(is("muted")), ["muted", "noise"]);
  const home = ["plain", "followed", "unmuted", "heard", "direct"];
  assert.deepEqual(await finds(is("muted", true)), home);
  assert.deepEqual(await finds({ operator: "in", operand: "home" }), home);
});

test("messages in muted topics are skipped when the first unread message is determined", async () => {
  const { hamlet, othello, channel } = await denmark();
  await readsAll(hamlet);
  await sets(hamlet, channel, "noise", 1);
  await othello.sendToChannel(channel, { topic: "noise" });
  const followed = await othello.sendToChannel(channel, { topic: "castle" });
  const { anchor } = await hamlet.callOrThrow("GET", "/messages", {
    anchor: "first_unread",
    num_before: 0,
    num_after: 1,
  });
  assert.equal(anchor, followed);
});
