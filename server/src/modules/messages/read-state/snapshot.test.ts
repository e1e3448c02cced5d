import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching, type Person, writeByHand } from "@parlance/testkit";

const flags = (person: Person, op: string, flag: string, messages: readonly number[]) =>
  person.does("POST", "/messages/flags", { messages, op, flag });

const quiet = { send_new_subscription_messages: false };

async function stateOf(person: Person, parameters = {}) {
  return (await person.registers(parameters)).state;
}

/** Reads all there is, such as what the server said of new channels. */
async function readsAll(...people: Person[]): Promise<void> {
  for (const person of people) {
    const { unread_msgs } = await stateOf(person);
    const conversations: { unread_message_ids: number[] }[] = [...unread_msgs.streams, ...unread_msgs.pms];
    const ids = conversations.flatMap(({ unread_message_ids }) => unread_message_ids);
    await flags(person, "add", "read", ids);
  }
}

test("the snapshot lists what is unread by conversation, in a fixed order", async () => {
  const { hamlet, othello, cordelia, iago, polonius } = await newRealm();
  const [b, a] = [
    await othello.creates("b", [othello, hamlet], quiet),
    await othello.creates("a", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);

  const writes = (channel: number, topic: string) => othello.writes(channel, { topic });
  const south = await writes(a, "south");
  const [north, again] = [await writes(b, "north"), await writes(b, "NORTH")];
  const empty = await writes(b, "");
  const own = await hamlet.writes(b, { topic: "own", read_by_sender: false });
  await hamlet.writes(b, { topic: "own", read_by_sender: true });
  const fromPolonius = await polonius.writesTo(hamlet);
  const fromCordelia = await cordelia.writesTo(hamlet);
  const notes = await hamlet.writesTo(hamlet, { read_by_sender: false });
  const [large, small] = [await iago.writesTo([hamlet, othello, cordelia]), await iago.writesTo([hamlet, othello])];

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
  const group = (message: number, ...people: Person[]) => ({
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

test("a muted channel is listed but not counted, and in it only mentions by name count as such", async () => {
  const realm = await newRealm();
  const { hamlet, othello } = realm;
  // Else he would follow each topic that he is mentioned in, and hear of all that is written there.
  await hamlet.does("PATCH", "/settings", { automatically_follow_topics_where_mentioned: false });
  const [loud, muted] = [
    await othello.creates("loud", [othello, hamlet], quiet),
    await othello.creates("muted", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);
  await writeByHand(realm, (tx) =>
    tx
      .updateTable("subscription")
      .set({ is_muted: true })
      .where("user_id", "=", hamlet.id)
      .where("channel_id", "=", muted)
      .execute(),
  );
  const writes = async (content: string) => [
    await othello.writes(loud, { content }),
    await othello.writes(muted, { content }),
  ];
  const byName = await writes(`@**${hamlet.fullName}**`);
  const [everybody, unheard] = await writes("@**all**");

  const { unread_msgs: unread } = await stateOf(hamlet);
  assert.equal(unread.count, 2);
  assert.equal(unread.streams.length, 2);
  assert.deepEqual(unread.mentions, [...byName, everybody]);

  await flags(hamlet, "add", "read", [...byName, everybody!, unheard!]);
  const [events] = await watching([hamlet], () => flags(hamlet, "remove", "read", [...byName, everybody!, unheard!]));
  const details = events?.[0]?.message_details ?? {};
  const mentioned = Object.keys(details).filter((id) => details[id]?.mentioned);
  assert.deepEqual(mentioned.map(Number), [...byName, everybody]);
  assert.equal(details[String(unheard)]?.unmuted_stream_msg, false);
});

test("what was unread when a channel was left is not unread after coming back", async () => {
  const { hamlet, othello } = await newRealm();
  const channel = await othello.creates("denmark", [othello, hamlet], quiet);
  await readsAll(hamlet);
  const [read, unread] = [await othello.writes(channel), await othello.writes(channel)];
  await flags(hamlet, "add", "read", [read]);
  await flags(hamlet, "remove", "read", [read]);

  await watching([hamlet], async () => {
    await hamlet.does("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
    await othello.writes(channel);
    await hamlet.does("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  });
  assert.deepEqual((await stateOf(hamlet))["unread_msgs"].streams, []);
  const next = await othello.writes(channel);
  const [topic] = (await stateOf(hamlet))["unread_msgs"].streams;
  assert.deepEqual(topic?.unread_message_ids, [next]);
  assert.ok(unread < next);
});

test("the snapshot lists starred messages, ascending", async () => {
  const { hamlet } = await newRealm();
  const ids = [await hamlet.writesTo(hamlet), await hamlet.writesTo(hamlet), await hamlet.writesTo(hamlet)];
  await watching([hamlet], async () => {
    await flags(hamlet, "add", "starred", [ids[2]!]);
    await flags(hamlet, "add", "starred", ids);
    await flags(hamlet, "remove", "starred", [ids[1]!]);
  });
  assert.deepEqual((await stateOf(hamlet))["starred_messages"], [ids[0], ids[2]]);
});

test("the newest message is one that was received or flagged, not one that was only readable", async () => {
  const { hamlet, othello, desdemona, bot } = await newRealm();
  assert.equal((await stateOf(bot))["max_message_id"], -1);
  const received = await othello.writesTo(hamlet);
  await desdemona.creates("denmark", [desdemona], quiet);
  const before = await desdemona.writes("denmark");
  const welcomed = await watching([hamlet], async () => {
    await hamlet.does("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  });
  assert.ok(welcomed);
  assert.equal((await stateOf(hamlet))["max_message_id"], received);
  await flags(hamlet, "add", "starred", [before]);
  assert.equal((await stateOf(hamlet))["max_message_id"], before);
});

test("the newest message is found behind many of others, and where it was moved away", async () => {
  const { hamlet, othello, desdemona } = await newRealm();
  const own = async () => (await stateOf(hamlet))["max_message_id"];
  const denmark = await desdemona.creates("denmark", [desdemona, othello], quiet);
  await desdemona.creates("norway", [desdemona, othello, hamlet], quiet);
  const received = await othello.writes("norway", { topic: "ships" });
  const moved = await othello.writes("norway", { topic: "horses" });
  await desdemona.does("PATCH", `/messages/${moved}`, {
    stream_id: denmark,
    propagate_mode: "change_all",
    ...silently,
  });
  assert.equal(await own(), moved);
  for (let count = 0; count < 51; count += 1) await desdemona.writesTo(othello);
  assert.equal(await own(), moved);
  await desdemona.does("DELETE", `/messages/${moved}`);
  assert.equal(await own(), received);
});

const silently = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

test("direct conversations are listed by their newest message", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  await othello.writesTo(hamlet);
  const withBoth = await cordelia.writesTo([hamlet, othello]);
  const notes = await hamlet.writesTo(hamlet);
  const withOthello = await hamlet.writesTo(othello);

  assert.deepEqual((await stateOf(hamlet))["recent_private_conversations"], [
    { user_ids: [othello.id], max_message_id: withOthello },
    { user_ids: [], max_message_id: notes },
    { user_ids: [othello.id, cordelia.id].sort((a, b) => a - b), max_message_id: withBoth },
  ]);
});

test("unread messages are told to those who ask for messages and for flags alike", async () => {
  const { hamlet } = await newRealm();
  const told = async (types: readonly string[]) =>
    "unread_msgs" in (await stateOf(hamlet, { fetch_event_types: types }));
  assert.equal(await told(["message"]), false);
  assert.equal(await told(["update_message_flags"]), false);
  assert.equal(await told(["message", "update_message_flags"]), true);
});
