import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching, type Person } from "@parlance/testkit";

const change = (person: Person, op: string, flag: string, messages: readonly number[]) =>
  person.post("/messages/flags", { messages, op, flag });

async function changes(person: Person, op: string, flag: string, messages: readonly number[]) {
  const answer = await change(person, op, flag, messages);
  assert.equal(answer.msg, "");
  return answer;
}

const flagsSeen = async (person: Person, id: number): Promise<string[]> => {
  const { message } = await person.does("GET", `/messages/${id}`);
  return message.flags.toSorted();
};

const subscribe = (person: Person, name: string) =>
  person.does("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });
const unsubscribe = (person: Person, name: string) =>
  person.does("DELETE", "/users/me/subscriptions", { subscriptions: [name] });

test("reading tells the reader's clients what was unread, and nobody else", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const ids = [await hamlet.writes("denmark"), await hamlet.writes("denmark")];

  const [toHamlet, toOthello] = await watching([hamlet, othello], async () => {
    const answer = await changes(othello, "add", "read", ids);
    assert.deepEqual(answer["messages"], ids);
    assert.ok(!("ignored_because_not_subscribed_channels" in answer));
  });

  assert.deepEqual(toHamlet, []);
  const { id: _, ...event } = toOthello?.[0] ?? assert.fail("no event");
  const expected = {
    type: "update_message_flags",
    op: "add",
    operation: "add",
    flag: "read",
    messages: ids,
    all: false,
  };
  assert.deepEqual(event, expected);
});

test("what is so already is not told again, and still there is an event", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const [first, second] = [await hamlet.writes("denmark"), await hamlet.writes("denmark")];
  await changes(othello, "add", "starred", [first]);

  const [events] = await watching([othello], async () => {
    const answer = await changes(othello, "add", "starred", [second, first, second]);
    assert.deepEqual(answer["messages"], [second, first, second]);
    await changes(othello, "add", "starred", [second]);
    await changes(othello, "remove", "collapsed", [second]);
  });

  assert.deepEqual(
    events?.map(({ messages }) => messages),
    [[second], [], []],
  );
  assert.deepEqual(await flagsSeen(othello, second), ["starred"]);
});

test("what becomes unread is told with its place, so that clients can count it", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  const channel = await hamlet.creates("denmark", [hamlet, othello]);
  const inTopic = await hamlet.writes("denmark", { topic: "", content: `@**${othello.fullName}** hi` });
  const toOne = await hamlet.writesTo(othello);
  const toMany = await hamlet.writesTo([othello, cordelia]);
  const own = await othello.writesTo(othello, { read_by_sender: true });
  const ids = [inTopic, toOne, toMany, own];
  await changes(othello, "add", "read", ids);
  const older = await othello.registers({ client_capabilities: {} });

  const [events] = await watching([othello], () => changes(othello, "remove", "read", ids));

  const direct = { type: "private", unmuted_stream_msg: false };
  const inChannel = { type: "stream", stream_id: channel, topic: "", unmuted_stream_msg: true, mentioned: true };
  const others = [hamlet.id, cordelia.id].sort((a, b) => a - b);
  assert.deepEqual(events?.[0]?.["message_details"], {
    [inTopic]: inChannel,
    [toOne]: { ...direct, user_ids: [hamlet.id] },
    [toMany]: { ...direct, user_ids: others },
    [own]: { ...direct, user_ids: [] },
  });
  const [toOlder] = await older.polls();
  assert.equal(toOlder?.["message_details"]?.[inTopic]?.topic, "general chat");
});

test("only subscribers can have unread messages: others are told which channels were left alone", async () => {
  const { hamlet, othello } = await newRealm();
  const [left, kept] = [
    await hamlet.creates("left", [hamlet, othello]),
    await hamlet.creates("kept", [hamlet, othello]),
  ];
  const ids = [await hamlet.writes(left), await hamlet.writes(kept)];
  await changes(othello, "add", "read", ids);
  await unsubscribe(othello, "left");

  const [events] = await watching([othello], async () => {
    const answer = await changes(othello, "remove", "read", ids);
    assert.deepEqual(answer["messages"], ids);
    assert.deepEqual(answer["ignored_because_not_subscribed_channels"], [left]);
  });

  assert.deepEqual(events?.[0]?.["messages"], [ids[1]]);
});

test("messages that one never received are read and historical, and can be starred and marked unread", async () => {
  const { hamlet, othello, server } = await newRealm();
  await hamlet.creates("denmark");
  const [first, second, third] = [
    await hamlet.writes("denmark"),
    await hamlet.writes("denmark", { content: "@**all**" }),
    await hamlet.writes("denmark"),
  ];
  assert.deepEqual(await flagsSeen(othello, first), ["historical", "read"]);

  const [events] = await watching([othello], async () => {
    await changes(othello, "add", "read", [third]);
    await changes(othello, "remove", "starred", [third]);
    await changes(othello, "add", "starred", [first]);
    await subscribe(othello, "denmark");
    await changes(othello, "remove", "read", [second]);
  });

  const flagged = events?.filter(({ type }) => type === "update_message_flags").map(({ messages }) => messages);
  assert.deepEqual(flagged, [[], [], [first], [second]]);
  assert.deepEqual(await flagsSeen(othello, first), ["historical", "read", "starred"]);
  assert.deepEqual(await flagsSeen(othello, second), ["historical"]);
  await unsubscribe(othello, "denmark");
  assert.deepEqual(await flagsSeen(othello, second), ["historical", "read"]);
  const rows = await server.db.reader
    .selectFrom("message_flag")
    .select("message_id")
    .where("user_id", "=", othello.id)
    .orderBy("message_id")
    .execute();
  assert.deepEqual(
    rows.map(({ message_id }) => message_id),
    [first, second],
    "no row where nothing changed",
  );
});

test("one message out of reach, and none is changed", async () => {
  const { hamlet, othello, polonius } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  await hamlet.creates("secret", [hamlet], { invite_only: true });
  const id = await hamlet.writes("denmark");
  const outOfReach = [await hamlet.writes("secret"), await hamlet.writesTo(polonius), id + 1_000_000, -1];

  const [events] = await watching([othello], async () => {
    for (const other of outOfReach) {
      for (const [op, flag] of [
        ["add", "starred"],
        ["remove", "collapsed"],
        ["remove", "read"],
      ] as const) {
        const answer = await change(othello, op, flag, [id, other]);
        assert.deepEqual([answer.status, answer.code, answer.msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
      }
    }
    const guest = await change(polonius, "add", "starred", [id]);
    assert.equal(guest.msg, "Invalid message(s)", "guests read what they are subscribed to");
  });

  assert.deepEqual(events, []);
  assert.deepEqual(await flagsSeen(othello, id), []);
});

test("marking as read asks for nothing: what one cannot read is read", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  await hamlet.creates("secret", [hamlet], { invite_only: true });
  const [id, secret] = [await hamlet.writes("denmark"), await hamlet.writes("secret")];

  const [events] = await watching([othello], () => changes(othello, "add", "read", [secret, id, id + 1_000_000]));

  assert.deepEqual(events?.[0]?.["messages"], [id]);
});

test("in an archived channel, what one received can be flagged, and nothing else", async () => {
  const { hamlet, othello } = await newRealm();
  const channel = await hamlet.creates("denmark", [hamlet]);
  const id = await hamlet.writes("denmark");
  await hamlet.does("DELETE", `/streams/${channel}`);

  await changes(hamlet, "add", "starred", [id]);
  assert.equal((await change(othello, "add", "starred", [id])).msg, "Invalid message(s)");
});

test("wrong flags and operations are refused by name", async () => {
  const { hamlet } = await newRealm();
  const id = await hamlet.writesTo(hamlet);
  const refused = async (op: string, flag: string, ids: readonly number[] = [id]) =>
    (await change(hamlet, op, flag, ids)).msg;

  assert.equal(await refused("add", "shiny"), "Invalid flag: 'shiny'");
  assert.equal(await refused("toggle", "shiny"), "Invalid flag: 'shiny'");
  for (const flag of ["mentioned", "wildcard_mentioned", "stream_wildcard_mentioned", "has_alert_word", "historical"]) {
    assert.equal(await refused("add", flag), `Flag not editable: '${flag}'`);
  }
  assert.equal(await refused("toggle", "read"), "Invalid message flag operation: 'toggle'");
  const many = Array.from({ length: 10_001 }, (_, n) => n);
  assert.equal(await refused("add", "read", many), "messages is too long (limit: 10000 items)");
});
