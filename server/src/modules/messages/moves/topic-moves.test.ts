import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import {
  createTestOrganization,
  watchEvents,
  type TestUser,
  type ReceivedEvent,
  type TestOrganization,
} from "@parlance/testkit";
import {
  CHANGE_ALL,
  CHANGE_LATER,
  moveAs,
  moveWithNotices,
  noticesIn,
  eventsOfType,
  locationOf,
  WITHOUT_NOTICES,
  messagesSeenBy,
  tryMove,
  unread,
} from "./fixtures/move-messages.ts";

async function denmark(): Promise<TestOrganization & { channel: number }> {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius } = realm;
  const channel = await othello.createChannel("denmark", [othello, hamlet, cordelia, polonius], WITHOUT_NOTICES);
  return { ...realm, channel };
}

/** Lets each user send a message to the topic. Returns the messages' ids, oldest first. */
async function talk(people: readonly TestUser[], channel: number, topic: string): Promise<number[]> {
  const ids: number[] = [];
  for (const person of people) ids.push(await person.sendToChannel(channel, { topic, read_by_sender: true }));
  return ids;
}

/**
 * Returns the channel's topics, each with the id of its newest message. The topic with notices about channels is
 * omitted.
 */
async function topics(person: TestUser, channel: number): Promise<unknown[]> {
  const { topics: found } = await person.callOrThrow("GET", `/users/me/${channel}/topics`);
  const all = found as { name: string; max_id: number }[];
  return all.filter(({ name }) => name !== "channel events").map(({ name, max_id }) => [name, max_id]);
}

test("one message, a message and all later ones, or all messages of a topic can be moved to another topic; the capitalization of the old topic is ignored", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [a = 0, b = 0, c = 0] = await talk([othello, hamlet, othello], channel, "castle");
  const odd = await hamlet.sendToChannel(channel, { topic: "CASTLE" });
  const elsewhere = await hamlet.sendToChannel(channel, { topic: "castle gate" });

  await moveAs(hamlet, b, { topic: "one" });
  assert.deepEqual(await Promise.all([a, b, c, odd].map((id) => locationOf(hamlet, id))), [
    [channel, "castle"],
    [channel, "one"],
    [channel, "castle"],
    [channel, "CASTLE"],
  ]);
  await moveAs(hamlet, c, { topic: "later", ...CHANGE_LATER });
  assert.deepEqual(await Promise.all([a, c, odd].map((id) => locationOf(hamlet, id))), [
    [channel, "castle"],
    [channel, "later"],
    [channel, "later"],
  ]);
  await moveAs(hamlet, odd, { topic: "all", ...CHANGE_ALL });
  assert.deepEqual(await Promise.all([a, c, odd].map((id) => locationOf(hamlet, id))), [
    [channel, "castle"],
    [channel, "all"],
    [channel, "all"],
  ]);
  assert.deepEqual(await locationOf(hamlet, elsewhere), [channel, "castle gate"]);
  assert.deepEqual(await topics(hamlet, channel), [
    ["castle gate", elsewhere],
    ["all", odd],
    ["one", b],
    ["castle", a],
  ]);
});

test("users who have the moved messages receive a move event with their own flags, and unread messages stay unread", async () => {
  const { hamlet, othello, cordelia, polonius, iago, channel } = await denmark();
  const [a = 0, b = 0] = await talk([othello, hamlet], channel, "castle");
  await cordelia.callOrThrow("POST", "/messages/flags", { messages: [a], op: "add", flag: "starred" });
  const people = [hamlet, othello, cordelia, polonius, iago];
  const received = await watchEvents(people, () => moveAs(othello, a, { topic: "Elsinore", ...CHANGE_ALL }));
  const [toHamlet, toOthello, toCordelia, toPolonius, toIago] = received.map((events) =>
    eventsOfType(events, "update_message"),
  );
  const [event] = toHamlet ?? [];
  const { id: _, edit_timestamp: at, ...rest } = event as ReceivedEvent;
  assert.deepEqual(rest, {
    type: "update_message",
    user_id: othello.id,
    rendering_only: false,
    message_id: a,
    message_ids: [a, b],
    flags: [],
    stream_id: channel,
    stream_name: "denmark",
    propagate_mode: "change_all",
    orig_subject: "castle",
    subject: "Elsinore",
    topic_links: [],
  });
  assert.ok(typeof at === "number");
  assert.deepEqual(toOthello?.[0]?.["flags"], ["read"]);
  assert.deepEqual(toCordelia?.[0]?.["flags"], ["starred"]);
  assert.deepEqual(toPolonius?.length, 1);
  assert.deepEqual(toIago, []);
  assert.deepEqual(await unread(cordelia), { [`${channel} Elsinore`]: [a, b] });
  assert.deepEqual(await unread(hamlet), { [`${channel} Elsinore`]: [a] });
});

test("a move that only changes the topic's capitalization changes it for all messages and posts no notices", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [a = 0] = await talk([othello, hamlet], channel, "castle");
  const as = await othello.sendToChannel(channel, { topic: "Castle" });
  await othello.callOrThrow("POST", "/user_topics", { stream_id: channel, topic: "castle", visibility_policy: 3 });
  const [toHamlet] = await watchEvents([hamlet, othello], () =>
    moveWithNotices(othello, a, { topic: "Castle", ...CHANGE_ALL, send_notification_to_old_thread: true }),
  );
  assert.deepEqual(
    toHamlet?.map(({ type, message_ids }) => [type, message_ids]),
    [["update_message", [a, a + 1]]],
  );
  assert.deepEqual(await topics(hamlet, channel), [["Castle", as]]);
});

test("the new topic is trimmed, truncated and validated as when a message is sent, and the displayed name of the empty topic is accepted for it", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [a = 0] = await talk([othello], channel, "castle");
  await moveAs(hamlet, a, { topic: "  hall  " });
  assert.deepEqual(await locationOf(hamlet, a), [channel, "hall"]);
  await moveAs(hamlet, a, { topic: "x".repeat(61) });
  assert.deepEqual(await locationOf(hamlet, a), [channel, `${"x".repeat(57)}...`]);
  await moveAs(hamlet, a, { topic: "general chat" });
  assert.deepEqual(await locationOf(hamlet, a), [channel, ""]);
  await moveAs(hamlet, a, { topic: "(no topic)" });
  assert.deepEqual(await locationOf(hamlet, a), [channel, "(no topic)"]);
  const { status, code, msg } = await tryMove(hamlet, a, { topic: "a\u0007b" });
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid character in topic, at position 2!"]);
});

test("events for clients without support for empty topics contain a name for the empty topic", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [a = 0] = await talk([othello], channel, "castle");
  const old = { client_capabilities: { bulk_message_deletion: true, user_settings_object: true } };
  const [there] = await watchEvents([hamlet], () => moveAs(othello, a, { topic: "" }), old);
  const [back] = await watchEvents([hamlet], () => moveAs(othello, a, { topic: "castle" }), old);
  const subjects = [...(there ?? []), ...(back ?? [])].map(({ orig_subject, subject }) => [orig_subject, subject]);
  assert.deepEqual(subjects, [
    ["castle", "general chat"],
    ["general chat", "castle"],
  ]);
});

test("a move must comply with the channel's policy for topics, or with the organization's if the channel has none", async () => {
  const { hamlet, iago, othello, channel } = await denmark();
  const [a = 0, b = 0] = await talk([othello, othello], channel, "castle");
  const policy = (topics_policy: ChannelTopicsPolicy) =>
    iago.callOrThrow("PATCH", `/streams/${channel}`, { topics_policy });
  const refused = async (topic: string, how = {}) => (await tryMove(hamlet, a, { topic, ...how })).msg;
  await policy("disable_empty_topic");
  const noEmpty = "Sending messages to the general chat is not allowed in this channel.";
  assert.equal(await refused(""), noEmpty);
  assert.equal(await refused("general chat", CHANGE_ALL), noEmpty);
  assert.equal(await refused("(no topic)"), noEmpty);
  await policy("inherit");
  await iago.callOrThrow("PATCH", "/realm", { topics_policy: "disable_empty_topic" });
  assert.equal(await refused(""), noEmpty);
  await policy("allow_empty_topic");
  await moveAs(hamlet, a, { topic: "" });
  const bare = await othello.createChannel("bare", [othello, hamlet], {
    ...WITHOUT_NOTICES,
    topics_policy: "empty_topic_only",
  });
  const there = await othello.sendToChannel(bare, { topic: "" });
  for (const [id, how] of [
    [there, { topic: "castle" }],
    [b, { stream_id: bare }],
  ] as const) {
    assert.equal((await tryMove(hamlet, id, how)).msg, "Only the general chat topic is allowed in this channel.");
  }
  await moveAs(hamlet, b, { stream_id: bare, topic: "" });
});

test("a fetched message contains its changes, newest first, and the time of its last move", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [a = 0, b = 0] = await talk([othello, othello], channel, "castle");
  await moveAs(hamlet, a, { topic: "hall", ...CHANGE_ALL });
  await moveAs(othello, b, { topic: "tower", content: "Changed" });
  const message = async (id: number) =>
    (await hamlet.callOrThrow("GET", `/messages/${id}`))["message"] as Record<string, unknown>;
  const first = await message(a);
  const second = await message(b);
  const entries = (shown: Record<string, unknown>) =>
    (shown["edit_history"] as Record<string, unknown>[]).map(({ timestamp, ...entry }) => {
      assert.equal(typeof timestamp, "number");
      return entry;
    });
  assert.deepEqual(entries(first), [{ user_id: hamlet.id, prev_topic: "castle", topic: "hall" }]);
  assert.deepEqual(entries(second), [
    {
      user_id: othello.id,
      prev_topic: "hall",
      topic: "tower",
      prev_content: "Hello",
      prev_rendered_content: "<p>Hello</p>",
    },
    { user_id: hamlet.id, prev_topic: "castle", topic: "hall" },
  ]);
  assert.equal(typeof first["last_moved_timestamp"], "number");
  assert.equal(first["last_edit_timestamp"], undefined);
  assert.equal(typeof second["last_edit_timestamp"], "number");
});

test("if a request edits a message and moves it with others, one event announces both, and only the named message has new content", async () => {
  const { hamlet, othello, channel } = await denmark();
  const [a = 0, b = 0] = await talk([othello, othello], channel, "castle");
  const [toHamlet] = await watchEvents([hamlet, othello], () =>
    moveAs(othello, a, { topic: "hall", content: "Changed", ...CHANGE_LATER }),
  );
  assert.equal(toHamlet?.length, 1);
  const [event] = toHamlet ?? [];
  assert.deepEqual(event?.["message_ids"], [a, b]);
  assert.deepEqual([event?.["orig_content"], event?.["content"], event?.["subject"]], ["Hello", "Changed", "hall"]);
});

test("notices are posted in the old and the new topic as requested, and are read for the user who moved the messages", async () => {
  const { hamlet, othello, cordelia, channel } = await denmark();
  const who = `@_**${hamlet.fullName}|${hamlet.id}**`;
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  const [a = 0, b = 0, c = 0, d = 0] = await talk([othello, othello, othello, othello], channel, "castle");
  await watchEvents([hamlet, othello], () => moveWithNotices(hamlet, a, { topic: "one", ...both }));
  const near = `/#narrow/channel/${channel}-denmark/topic/one/near/${a}`;
  assert.deepEqual(await noticesIn(hamlet, channel, "one"), [
    `[A message](${near}) was moved here from #**denmark>castle** by ${who}.`,
  ]);
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [
    `A message was moved from this topic to #**denmark>one** by ${who}.`,
  ]);
  await moveWithNotices(hamlet, c, { topic: "two", ...CHANGE_LATER, ...both });
  const [, moved] = await noticesIn(hamlet, channel, "two");
  assert.equal(moved, `3 messages were moved here from #**denmark>castle** by ${who}.`);
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [
    `3 messages were moved from this topic to #**denmark>two** by ${who}.`,
  ]);
  await moveWithNotices(hamlet, b, { topic: "all", ...CHANGE_ALL });
  assert.equal(
    (await noticesIn(hamlet, channel, "all")).at(-1),
    `This topic was moved here from #**denmark>castle** by ${who}.`,
  );
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), []);
  await moveWithNotices(hamlet, d, { topic: "", ...CHANGE_ALL, ...both, send_notification_to_new_thread: false });
  assert.deepEqual(await noticesIn(hamlet, channel, "two"), [`This topic was moved to #**denmark>** by ${who}.`]);
  const isRead = async (person: TestUser) => {
    const ids = Object.values(await unread(person)).flat();
    return !ids.some((id) => id > d);
  };
  assert.deepEqual([await isRead(hamlet), await isRead(cordelia)], [true, false]);
});

test("a notice links to a topic by URL if a link in the form #**channel>topic** cannot contain the topic's name", async () => {
  const { hamlet, othello, channel } = await denmark();
  for (const [topic, shown] of [
    [`to @**${hamlet.fullName}** and *all*`, `to @${hamlet.fullName} and all`],
    ["mail me@17", "mail me@17"],
    ["[x](y)", "[x](y)"],
    ["`code`", "`code`"],
  ] as const) {
    const a = await othello.sendToChannel(channel, { topic });
    const [toHamlet] = await watchEvents([hamlet], () => moveWithNotices(othello, a, { topic: "plain" }));
    const content = eventsOfType(toHamlet, "message")[0]?.["message"]?.content as string;
    assert.match(content, /<a [^>]*href="\/#narrow\/channel\/[^"]+">#denmark &gt; /);
    assert.ok(content.replaceAll(/<[^>]+>/g, "").includes(`denmark &gt; ${shown}`), content);
    assert.deepEqual(eventsOfType(toHamlet, "message")[0]?.["flags"], []);
  }
});

test("messages that the user cannot read, or that are in archived channels, cannot be moved", async () => {
  const { hamlet, othello, iago, polonius, channel } = await denmark();
  const secret = await othello.createChannel("secret", [othello], { ...WITHOUT_NOTICES, invite_only: true });
  const [a = 0] = await talk([othello], secret, "castle");
  const [b = 0] = await talk([othello], channel, "castle");
  for (const person of [hamlet, iago, polonius]) {
    assert.equal((await tryMove(person, a, { topic: "x" })).msg, "Invalid message(s)");
  }
  assert.equal((await tryMove(hamlet, 999_999_999, { topic: "x" })).msg, "Invalid message(s)");
  await iago.callOrThrow("DELETE", `/streams/${channel}`);
  assert.equal((await tryMove(hamlet, b, { topic: "x" })).msg, "Invalid message(s)");
  assert.equal(typeof (await messagesSeenBy(hamlet, b)), "object");
});
