import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBulkMembers,
  type Client,
  recordLeastStatements,
  createTestOrganization,
  type TestUser,
  watchEvents,
} from "@parlance/testkit";
import { realmWithLimitedGuests } from "#modules/users/accounts/fixtures/realm-with-limited-guests.ts";

const quiet = { send_new_subscription_messages: false };
const start = { op: "start" } as const;

const people = (...all: readonly TestUser[]) =>
  all.map(({ id, email }) => ({ user_id: id, email })).sort((a, b) => a.user_id - b.user_id);

const errorMessage = async (answer: Promise<{ result: string; msg: string; code?: unknown; status: number }>) => {
  const { status, code, msg } = await answer;
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
};

test("all members of a conversation, including the typing user's own clients, receive events when a user starts and stops typing", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  const received = await watchEvents([hamlet, othello, cordelia, iago], async () => {
    await hamlet.callOrThrow("POST", "/typing", { op: "start", to: [cordelia.id, othello.id] });
    await hamlet.callOrThrow("POST", "/typing", {
      type: "direct",
      op: "stop",
      to: [hamlet.id, othello.id, cordelia.id],
    });
  });
  const toThree = received.slice(0, 3).map((events) => events.map(({ id: _, ...event }) => event));
  const all = {
    type: "typing",
    message_type: "direct",
    sender: people(hamlet)[0],
    recipients: people(hamlet, othello, cordelia),
  };
  for (const events of toThree)
    assert.deepEqual(
      events,
      ["start", "stop"].map((op) => ({ ...all, op })),
    );
  assert.deepEqual(received[3], []);
});

test("only the channel's subscribers receive an event when a user is typing in a topic", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello], quiet);
  for (const topic of ["walls", "", "(no topic)", "general chat"]) {
    const received = await watchEvents([hamlet, othello, cordelia], () =>
      hamlet.post("/typing", { ...start, type: "channel", stream_id: channel, topic }),
    );
    const sentTopic = topic === "walls" ? "walls" : "";
    const event = { type: "typing", op: "start", message_type: "stream", sender: people(hamlet)[0] };
    const expected = { ...event, stream_id: channel, topic: sentTopic };
    const [toHamlet, toOthello, toCordelia] = received.map((events) => events.map(({ id: _, ...rest }) => rest));
    assert.deepEqual([toHamlet, toOthello, toCordelia], [[expected], [expected], []]);
  }
});

test("events about typing in channels are sent only to clients that support them, and clients without support for empty topics receive a name for the empty topic", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello], quiet);
  const types = { event_types: ["typing", "typing_edit_message"] };
  const old = await othello.registerQueue({ ...types, client_capabilities: {} });
  const newer = await othello.registerQueue({ ...types, client_capabilities: { stream_typing_notifications: true } });
  const deaf = await othello.registerQueue({ event_types: ["message"] });
  await hamlet.callOrThrow("POST", "/typing", { ...start, type: "stream", stream_id: channel, topic: "" });
  await hamlet.callOrThrow("POST", "/typing", { ...start, to: [othello.id] });
  const receive = async (client: Client) =>
    (await client.poll()).map(({ message_type, topic }) => topic ?? message_type);
  assert.deepEqual(await receive(old), ["direct"]);
  assert.deepEqual(await receive(newer), ["general chat", "direct"]);
  assert.deepEqual(await receive(deaf), []);
});

test("users who disabled typing notifications receive no events, and no events are sent in channels and conversations with more than a hundred members", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, realmId, server } = realm;
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello, cordelia], quiet);
  await othello.callOrThrow("PATCH", "/settings", { receives_typing_notifications: false });
  const send = async () => {
    await hamlet.callOrThrow("POST", "/typing", { ...start, to: [othello.id, cordelia.id] });
    await hamlet.callOrThrow("POST", "/typing", { ...start, type: "channel", stream_id: channel, topic: "x" });
  };
  const [toOthello, toCordelia] = await watchEvents([othello, cordelia], send);
  assert.deepEqual([toOthello?.length, toCordelia?.length], [0, 2]);

  await addBulkMembers(server.db, { realmId, channelId: channel, size: 100 });
  const { subscribers } = await hamlet.get(`/streams/${channel}/members`);
  const client = await cordelia.registerQueue({ event_types: ["typing"] });
  await hamlet.callOrThrow("POST", "/typing", { ...start, type: "channel", stream_id: channel, topic: "x" });
  await hamlet.callOrThrow("POST", "/typing", { ...start, to: subscribers });
  assert.deepEqual(await client.poll(), []);
});

test("if a request has several errors, the response has the error that is checked first", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  const outsider = (await createTestOrganization()).hamlet;
  const secret = await iago.createChannel("secret", [iago], { invite_only: true, ...quiet });
  const closed = await iago.createChannel("closed", [iago, hamlet], quiet);
  await iago.callOrThrow("PATCH", `/streams/${closed}`, {
    can_send_message_group: { new: { direct_members: [iago.id], direct_subgroups: [] } },
  });
  const sendTyping = (parameters: object) => errorMessage(hamlet.call("POST", "/typing", { ...start, ...parameters }));
  const channel = { type: "channel" };
  assert.equal(await sendTyping({ op: "pause" }), "Invalid op");
  assert.equal(await sendTyping({ type: "private", to: [othello.id] }), "Invalid type");
  assert.equal(await sendTyping({}), "Missing 'to' argument");
  assert.equal(await sendTyping({ to: [] }), "Empty 'to' list");
  assert.equal(await sendTyping({ to: [othello.id, outsider.id] }), `Invalid user ID ${outsider.id}`);
  assert.equal(await sendTyping({ to: [othello.id, 10 ** 15] }), `Invalid user ID ${10 ** 15}`);
  assert.equal(await sendTyping({ to: [othello.email] }), "to[0] is not an integer");
  assert.equal(await sendTyping(channel), "Missing channel ID");
  assert.equal(await sendTyping({ ...channel, stream_id: closed }), "Missing topic");
  assert.equal(
    await sendTyping({ ...channel, stream_id: closed, topic: "a\0" }),
    "Invalid character in topic, at position 2!",
  );
  assert.equal(
    await sendTyping({ ...channel, stream_id: closed, topic: "x" }),
    "You do not have permission to post in this channel.",
  );
  const { code, msg } = await hamlet.call("POST", "/typing", { ...start, ...channel, stream_id: secret, topic: "x" });
  assert.deepEqual([code, msg], ["STREAM_DOES_NOT_EXIST", `Channel with ID '${secret}' does not exist`]);

  await hamlet.callOrThrow("PATCH", "/settings", {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  });
  assert.equal(await sendTyping({ to: [0] }), "User has disabled typing notifications for direct messages");
  assert.equal(
    await sendTyping({ ...channel, stream_id: secret, topic: "x" }),
    "User has disabled typing notifications for stream messages",
  );
});

test("guests receive no events if they cannot see the typing user or another recipient", async () => {
  const realm = await realmWithLimitedGuests();
  const { polonius, hamlet, cordelia } = realm;
  const [unknown] = await watchEvents([polonius], () =>
    hamlet.callOrThrow("POST", "/typing", { ...start, to: [polonius.id] }),
  );
  assert.deepEqual(unknown, []);
  await hamlet.createChannel("elsinore", [hamlet, polonius], quiet);
  const [known] = await watchEvents([polonius], () =>
    hamlet.callOrThrow("POST", "/typing", { ...start, to: [polonius.id] }),
  );
  assert.equal(known?.length, 1);
  const three = { ...start, to: [polonius.id, cordelia.id] };
  const [third] = await watchEvents([polonius], () => hamlet.callOrThrow("POST", "/typing", three));
  assert.deepEqual(third, []);
});

test("reporting that a user is typing executes one statement, which reads the log position", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello], quiet);
  const typing = { ...start, type: "channel", stream_id: channel, topic: "walls" } as const;
  await hamlet.callOrThrow("POST", "/typing", typing);
  const [only, ...others] = await recordLeastStatements(server.db.pool, () =>
    hamlet.callOrThrow("POST", "/typing", typing),
  );
  assert.match(only?.text ?? "", /from "realm_counter"/);
  assert.deepEqual(others, []);
});
