import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser, writeRowsDirectly } from "@parlance/testkit";

const flags = (person: TestUser, op: string, flag: string, messages: readonly number[]) =>
  person.callOrThrow("POST", "/messages/flags", { messages, op, flag });

const quiet = { send_new_subscription_messages: false };

async function stateOf(person: TestUser, parameters = {}) {
  return (await person.registerQueue(parameters)).state;
}

/** Marks all messages of the users as read, including notices about new channels. */
async function readsAll(...people: TestUser[]): Promise<void> {
  for (const person of people) {
    const { unread_msgs } = await stateOf(person);
    const conversations: { unread_message_ids: number[] }[] = [...unread_msgs.streams, ...unread_msgs.pms];
    const ids = conversations.flatMap(({ unread_message_ids }) => unread_message_ids);
    await flags(person, "add", "read", ids);
  }
}

test("the register response lists unread messages by conversation, in a fixed order", async () => {
  const { hamlet, othello, cordelia, iago, polonius } = await createTestOrganization();
  const [b, a] = [
    await othello.createChannel("b", [othello, hamlet], quiet),
    await othello.createChannel("a", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);

  const writes = (channel: number, topic: string) => othello.sendToChannel(channel, { topic });
  const south = await writes(a, "south");
  const [north, again] = [await writes(b, "north"), await writes(b, "NORTH")];
  const empty = await writes(b, "");
  const own = await hamlet.sendToChannel(b, { topic: "own", read_by_sender: false });
  await hamlet.sendToChannel(b, { topic: "own", read_by_sender: true });
  const fromPolonius = await polonius.sendDirectMessage(hamlet);
  const fromCordelia = await cordelia.sendDirectMessage(hamlet);
  const notes = await hamlet.sendDirectMessage(hamlet, { read_by_sender: false });
  const [large, small] = [
    await iago.sendDirectMessage([hamlet, othello, cordelia]),
    await iago.sendDirectMessage([hamlet, othello]),
  ];

  const { unread_msgs: unread } = await stateOf(hamlet);
  assert.deepEqual(unread.streams, [
    { stream_id: b, topic: "", unread_message_ids: [empty] },
    { stream_id: b, topic: "NORTH", unread_message_ids: [north, again] },
    { stream_id: b, topic: "own", unread_message_ids: [own] },
    { stream_id: a, topic: "south", unread_message_ids: [south] },
  ]);
  const withOne = (id: number, message: number) => ({
    other_user_id: id,
    sender_id: id,
    unread_message_ids: [message],
  });
  const pms = [withOne(polonius.id, fromPolonius), withOne(cordelia.id, fromCordelia), withOne(hamlet.id, notes)];
  assert.deepEqual(
    unread.pms,
    pms.sort((one, other) => one.other_user_id - other.other_user_id),
  );
  const group = (message: number, ...people: TestUser[]) => ({
    user_ids_string: people
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .join(),
    unread_message_ids: [message],
  });
  const huddles = [group(small, hamlet, othello, iago), group(large, hamlet, othello, cordelia, iago)];
  assert.deepEqual(
    unread.huddles,
    huddles.sort((one, other) => (one.user_ids_string < other.user_ids_string ? -1 : 1)),
  );
  assert.equal(unread.count, 10);
  assert.equal(unread.old_unreads_missing, false);
  const older = await stateOf(hamlet, { client_capabilities: {} });
  assert.deepEqual(older["unread_msgs"].streams[1], {
    stream_id: b,
    topic: "general chat",
    unread_message_ids: [empty],
  });
});

test("unread messages in a muted channel are listed but not counted, and only mentions of the user by name count as mentions there", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  // Otherwise Hamlet would automatically follow each topic in which he is mentioned, and the topic would then not be
  // muted.
  await hamlet.callOrThrow("PATCH", "/settings", { automatically_follow_topics_where_mentioned: false });
  const [loud, muted] = [
    await othello.createChannel("loud", [othello, hamlet], quiet),
    await othello.createChannel("muted", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);
  await writeRowsDirectly(realm, (tx) =>
    tx
      .updateTable("subscription")
      .set({ is_muted: true })
      .where("user_id", "=", hamlet.id)
      .where("channel_id", "=", muted)
      .execute(),
  );
  const writes = async (content: string) => [
    await othello.sendToChannel(loud, { content }),
    await othello.sendToChannel(muted, { content }),
  ];
  const byName = await writes(`@**${hamlet.fullName}**`);
  const [mentionedAll, unheard] = await writes("@**all**");

  const { unread_msgs: unread } = await stateOf(hamlet);
  assert.equal(unread.count, 2);
  assert.equal(unread.streams.length, 2);
  assert.deepEqual(unread.mentions, [...byName, mentionedAll]);

  await flags(hamlet, "add", "read", [...byName, mentionedAll!, unheard!]);
  const [events] = await watchEvents([hamlet], () =>
    flags(hamlet, "remove", "read", [...byName, mentionedAll!, unheard!]),
  );
  const details = events?.[0]?.message_details ?? {};
  const mentioned = Object.keys(details).filter((id) => details[id]?.mentioned);
  assert.deepEqual(mentioned.map(Number), [...byName, mentionedAll]);
  assert.equal(details[String(unheard)]?.unmuted_stream_msg, false);
});

test("messages that were unread when a user unsubscribed from a channel are read after the user subscribes again", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await othello.createChannel("denmark", [othello, hamlet], quiet);
  await readsAll(hamlet);
  const [read, unread] = [await othello.sendToChannel(channel), await othello.sendToChannel(channel)];
  await flags(hamlet, "add", "read", [read]);
  await flags(hamlet, "remove", "read", [read]);

  await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
    await othello.sendToChannel(channel);
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  });
  assert.deepEqual((await stateOf(hamlet))["unread_msgs"].streams, []);
  const next = await othello.sendToChannel(channel);
  const [topic] = (await stateOf(hamlet))["unread_msgs"].streams;
  assert.deepEqual(topic?.unread_message_ids, [next]);
  assert.ok(unread < next);
});

test("the register response lists the ids of starred messages in ascending order", async () => {
  const { hamlet } = await createTestOrganization();
  const ids = [
    await hamlet.sendDirectMessage(hamlet),
    await hamlet.sendDirectMessage(hamlet),
    await hamlet.sendDirectMessage(hamlet),
  ];
  await watchEvents([hamlet], async () => {
    await flags(hamlet, "add", "starred", [ids[2]!]);
    await flags(hamlet, "add", "starred", ids);
    await flags(hamlet, "remove", "starred", [ids[1]!]);
  });
  assert.deepEqual((await stateOf(hamlet))["starred_messages"], [ids[0], ids[2]]);
});

test("the register response's newest message id is of a message that the user received or has flags on, not of one that is merely readable", async () => {
  const { hamlet, othello, desdemona, bot } = await createTestOrganization();
  assert.equal((await stateOf(bot))["max_message_id"], -1);
  const received = await othello.sendDirectMessage(hamlet);
  await desdemona.createChannel("denmark", [desdemona], quiet);
  const before = await desdemona.sendToChannel("denmark");
  const welcomed = await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  });
  assert.ok(welcomed);
  assert.equal((await stateOf(hamlet))["max_message_id"], received);
  await flags(hamlet, "add", "starred", [before]);
  assert.equal((await stateOf(hamlet))["max_message_id"], before);
});

test("the newest message id is found even if other users sent many messages since, or if the message was moved to a channel without the user", async () => {
  const { hamlet, othello, desdemona } = await createTestOrganization();
  const own = async () => (await stateOf(hamlet))["max_message_id"];
  const denmark = await desdemona.createChannel("denmark", [desdemona, othello], quiet);
  await desdemona.createChannel("norway", [desdemona, othello, hamlet], quiet);
  const received = await othello.sendToChannel("norway", { topic: "ships" });
  const moved = await othello.sendToChannel("norway", { topic: "horses" });
  await desdemona.callOrThrow("PATCH", `/messages/${moved}`, {
    stream_id: denmark,
    propagate_mode: "change_all",
    ...silently,
  });
  assert.equal(await own(), moved);
  for (let count = 0; count < 51; count += 1) await desdemona.sendDirectMessage(othello);
  assert.equal(await own(), moved);
  await desdemona.callOrThrow("DELETE", `/messages/${moved}`);
  assert.equal(await own(), received);
});

const silently = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

test("the register response lists direct message conversations ordered by their newest message", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await othello.sendDirectMessage(hamlet);
  const withBoth = await cordelia.sendDirectMessage([hamlet, othello]);
  const notes = await hamlet.sendDirectMessage(hamlet);
  const withOthello = await hamlet.sendDirectMessage(othello);

  assert.deepEqual((await stateOf(hamlet))["recent_private_conversations"], [
    { user_ids: [othello.id], max_message_id: withOthello },
    { user_ids: [], max_message_id: notes },
    { user_ids: [othello.id, cordelia.id].sort((a, b) => a - b), max_message_id: withBoth },
  ]);
});

test("the register response contains the unread messages only if the client requests both messages and flags", async () => {
  const { hamlet } = await createTestOrganization();
  const summarize = async (types: readonly string[]) =>
    "unread_msgs" in (await stateOf(hamlet, { fetch_event_types: types }));
  assert.equal(await summarize(["message"]), false);
  assert.equal(await summarize(["update_message_flags"]), false);
  assert.equal(await summarize(["message", "update_message_flags"]), true);
});
