import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";

const change = (person: TestUser, op: string, flag: string, messages: readonly number[]) =>
  person.post("/messages/flags", { messages, op, flag });

async function changes(person: TestUser, op: string, flag: string, messages: readonly number[]) {
  const answer = await change(person, op, flag, messages);
  assert.equal(answer.msg, "");
  return answer;
}

const flagsSeen = async (person: TestUser, id: number): Promise<string[]> => {
  const { message } = await person.callOrThrow("GET", `/messages/${id}`);
  return message.flags.toSorted();
};

const subscribe = (person: TestUser, name: string) =>
  person.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });
const unsubscribe = (person: TestUser, name: string) =>
  person.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: [name] });

test("when a user marks messages as read, only this user's clients receive an event, which lists the messages that were unread", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const ids = [await hamlet.sendToChannel("denmark"), await hamlet.sendToChannel("denmark")];

  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
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

test("the event about a flag change omits messages that already had the flag, and is sent even if it lists no messages", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const [first, second] = [await hamlet.sendToChannel("denmark"), await hamlet.sendToChannel("denmark")];
  await changes(othello, "add", "starred", [first]);

  const [events] = await watchEvents([othello], async () => {
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

test("an event about messages marked as unread contains their conversations, so that clients can count the messages", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet, othello]);
  const inTopic = await hamlet.sendToChannel("denmark", { topic: "", content: `@**${othello.fullName}** hi` });
  const toOne = await hamlet.sendDirectMessage(othello);
  const toMany = await hamlet.sendDirectMessage([othello, cordelia]);
  const own = await othello.sendDirectMessage(othello, { read_by_sender: true });
  const ids = [inTopic, toOne, toMany, own];
  await changes(othello, "add", "read", ids);
  const older = await othello.registerQueue({ client_capabilities: {} });

  const [events] = await watchEvents([othello], () => changes(othello, "remove", "read", ids));

  const direct = { type: "private", unmuted_stream_msg: false };
  const inChannel = { type: "stream", stream_id: channel, topic: "", unmuted_stream_msg: true, mentioned: true };
  const others = [hamlet.id, cordelia.id].sort((a, b) => a - b);
  assert.deepEqual(events?.[0]?.["message_details"], {
    [inTopic]: inChannel,
    [toOne]: { ...direct, user_ids: [hamlet.id] },
    [toMany]: { ...direct, user_ids: others },
    [own]: { ...direct, user_ids: [] },
  });
  const [toOlder] = await older.poll();
  assert.equal(toOlder?.["message_details"]?.[inTopic]?.topic, "general chat");
});

test("in channels to which the user is not subscribed, messages cannot be marked as unread, and the response lists these channels", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [left, subscribedChannel] = [
    await hamlet.createChannel("left", [hamlet, othello]),
    await hamlet.createChannel("kept", [hamlet, othello]),
  ];
  const ids = [await hamlet.sendToChannel(left), await hamlet.sendToChannel(subscribedChannel)];
  await changes(othello, "add", "read", ids);
  await unsubscribe(othello, "left");

  const [events] = await watchEvents([othello], async () => {
    const answer = await changes(othello, "remove", "read", ids);
    assert.deepEqual(answer["messages"], ids);
    assert.deepEqual(answer["ignored_because_not_subscribed_channels"], [left]);
  });

  assert.deepEqual(events?.[0]?.["messages"], [ids[1]]);
});

test("messages that a user never received are read and historical, and can be starred, but can be marked as unread only after subscribing", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  const [first, second, third] = [
    await hamlet.sendToChannel("denmark"),
    await hamlet.sendToChannel("denmark", { content: "@**all**" }),
    await hamlet.sendToChannel("denmark"),
  ];
  assert.deepEqual(await flagsSeen(othello, first), ["historical", "read"]);

  const [events] = await watchEvents([othello], async () => {
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

test("if one message of a request is not accessible, no flag is changed", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const id = await hamlet.sendToChannel("denmark");
  const outOfReach = [
    await hamlet.sendToChannel("secret"),
    await hamlet.sendDirectMessage(polonius),
    id + 1_000_000,
    -1,
  ];

  const [events] = await watchEvents([othello], async () => {
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

test("marking as read does not require access to the messages, because unreadable messages count as read", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const [id, secret] = [await hamlet.sendToChannel("denmark"), await hamlet.sendToChannel("secret")];

  const [events] = await watchEvents([othello], () => changes(othello, "add", "read", [secret, id, id + 1_000_000]));

  assert.deepEqual(events?.[0]?.["messages"], [id]);
});

test("in an archived channel, users can change flags only on messages that they received", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet]);
  const id = await hamlet.sendToChannel("denmark");
  await hamlet.callOrThrow("DELETE", `/streams/${channel}`);

  await changes(hamlet, "add", "starred", [id]);
  assert.equal((await change(othello, "add", "starred", [id])).msg, "Invalid message(s)");
});

test("an invalid flag or operation, or a too long list of messages, is rejected with an error that names it", async () => {
  const { hamlet } = await createTestOrganization();
  const id = await hamlet.sendDirectMessage(hamlet);
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
