import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  watchEvents,
  type Parameters,
  type TestUser,
  type ReceivedEvent,
  type TestOrganization,
  type Narrow,
} from "@parlance/testkit";
import {
  CHANGE_ALL,
  disableAutoFollow,
  subscribe,
  CHANGE_LATER,
  unsubscribe,
  moveAs,
  moveWithNotices,
  noticesIn,
  eventsOfType,
  onlyGroup,
  messageOutline,
  locationOf,
  WITHOUT_NOTICES,
  markAsRead,
  messagesSeenBy,
  star,
  unread,
} from "./fixtures/move-messages.ts";

const PRIVATE = { invite_only: true, history_public_to_subscribers: true };
const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

interface Stage extends TestOrganization {
  readonly from: number;
  readonly to: number;
}

/**
 * Creates two channels: Othello is subscribed to both, Hamlet and the guest Polonius to the first, Cordelia to the
 * second.
 */
async function stage(first: Parameters = {}, second: Parameters = {}): Promise<Stage> {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius } = realm;
  await disableAutoFollow(hamlet, othello, cordelia, polonius);
  const from = await othello.createChannel("denmark", [othello, hamlet, polonius], { ...WITHOUT_NOTICES, ...first });
  const to = await othello.createChannel("norway", [othello, cordelia], { ...WITHOUT_NOTICES, ...second });
  return { ...realm, from, to };
}

const GONE = "Invalid message(s)";
const placesOf = (person: TestUser, ids: readonly number[]) => Promise.all(ids.map((id) => locationOf(person, id)));

test("after a move to another channel, the new channel's subscribers and users who can still read the message receive a move event, and users who no longer can receive a deletion event", async () => {
  const { from, to, hamlet, othello, cordelia, polonius, iago } = await stage();
  const [a, b] = [await hamlet.sendToChannel(from), await hamlet.sendToChannel(from)];
  const people = [hamlet, othello, cordelia, polonius, iago];
  const received = await watchEvents(people, () => moveAs(othello, b, { stream_id: to }));
  assert.deepEqual(received.map(messageOutline), [
    [["update_message", b]],
    [["update_message", b]],
    [["update_message", b]],
    [["delete_message", b]],
    [],
  ]);
  const { id: _, edit_timestamp: at, ...event } = eventsOfType(received[2], "update_message")[0] as ReceivedEvent;
  assert.equal(typeof at, "number");
  assert.deepEqual(event, {
    type: "update_message",
    user_id: othello.id,
    rendering_only: false,
    message_id: b,
    message_ids: [b],
    flags: ["read"],
    stream_id: from,
    stream_name: "denmark",
    new_stream_id: to,
    propagate_mode: "change_one",
    orig_subject: "topic",
  });
  const { message_type, stream_id, topic } = eventsOfType(received[3], "delete_message")[0] as ReceivedEvent;
  assert.deepEqual([message_type, stream_id, topic], ["stream", from, "topic"]);
  assert.deepEqual(await Promise.all(people.map((person) => locationOf(person, b))), [
    [to, "topic"],
    [to, "topic"],
    [to, "topic"],
    GONE,
    [to, "topic"],
  ]);
  assert.deepEqual(await locationOf(polonius, a), [from, "topic"]);
});

test("topic and channel can change in one request, for one message, a message and all later ones, or all messages of the topic", async () => {
  const { from, to, othello, cordelia } = await stage();
  const writes = (topic: string) => othello.sendToChannel(from, { topic, read_by_sender: true });
  const ids = [await writes("topic"), await writes("topic"), await writes("TOPIC")];
  const [a = 0, b = 0, c = 0] = ids;
  const [there] = await watchEvents([cordelia, othello], () =>
    moveAs(othello, b, { stream_id: to, topic: "new", ...CHANGE_LATER }),
  );
  const [event] = eventsOfType(there, "update_message");
  assert.deepEqual([event?.["message_ids"], event?.["subject"], event?.["new_stream_id"]], [[b, c], "new", to]);
  await watchEvents([cordelia, othello], () => moveAs(othello, c, { stream_id: from, ...CHANGE_ALL }));
  await watchEvents([cordelia, othello], () => moveAs(othello, a, { stream_id: to, ...CHANGE_ALL }));
  assert.deepEqual(await Promise.all(ids.map((id) => locationOf(othello, id))), [
    [to, "topic"],
    [from, "new"],
    [from, "new"],
  ]);
});

test("moved messages stay unread for users who are subscribed to both channels, and become read for all other users", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  await subscribe(hamlet, "norway");
  const a = await othello.sendToChannel(from, { read_by_sender: true, content: `@**${hamlet.fullName}**` });
  const b = await othello.sendToChannel(from, { read_by_sender: true });
  await markAsRead(hamlet, b);
  const people = [hamlet, othello, cordelia, polonius];
  await watchEvents(people, () => moveAs(othello, a, { stream_id: to, ...CHANGE_ALL }));
  assert.deepEqual(await Promise.all(people.map(unread)), [{ [`${to} topic`]: [a] }, {}, {}, {}]);
  // In the new channel, a message can be marked as read and as unread, and be moved back.
  await watchEvents(people, () => markAsRead(hamlet, a));
  await watchEvents(people, () =>
    hamlet.callOrThrow("POST", "/messages/flags", { messages: [b], op: "remove", flag: "read" }),
  );
  await watchEvents(people, () => moveAs(othello, a, { stream_id: from, ...CHANGE_ALL }));
  assert.deepEqual(await Promise.all(people.map(unread)), [{ [`${from} topic`]: [b] }, {}, {}, {}]);
  const seen = await messagesSeenBy(hamlet, a);
  assert.ok(typeof seen === "object" && seen.flags.includes("mentioned"));
});

test("messages that were sent while an account was deactivated still count as read for it after a move", async () => {
  const { from, to, iago, hamlet, othello } = await stage();
  await subscribe(hamlet, "norway");
  const before = await othello.sendToChannel(from);
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const meanwhile = await othello.sendToChannel(from);
  for (const id of [before, meanwhile]) await moveAs(othello, id, { stream_id: to });
  await iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  assert.deepEqual(await unread(hamlet), { [`${to} topic`]: [before] });
});

test("users who can read a moved message retain their stars, mentions and reactions on it, and other users lose their stars and mentions", async () => {
  const { from, to, hamlet, othello, cordelia, polonius, iago } = await stage();
  const mention = [hamlet, polonius].map(({ fullName }) => `@**${fullName}**`).join(" ");
  const a = await othello.sendToChannel(from, { content: mention });
  for (const person of [hamlet, polonius, iago]) await star(person, a);
  await hamlet.callOrThrow("POST", `/messages/${a}/reactions`, { emoji_name: "tada" });
  const people = [hamlet, othello, cordelia, polonius, iago];
  const received = await watchEvents(people, () => moveAs(othello, a, { stream_id: to }));
  assert.deepEqual(received.map(messageOutline), [
    [["update_message", a]],
    [["update_message", a]],
    [["update_message", a]],
    [["delete_message", a]],
    [["update_message", a]],
  ]);
  const flags = async (person: TestUser) => {
    const seen = await messagesSeenBy(person, a);
    return typeof seen === "string" ? seen : seen.flags.toSorted();
  };
  assert.deepEqual(await Promise.all(people.map(flags)), [
    ["mentioned", "read", "starred"],
    [],
    ["read"],
    GONE,
    ["historical", "read", "starred"],
  ]);
  const { message } = await cordelia.callOrThrow("GET", `/messages/${a}`);
  assert.equal((message as { reactions: unknown[] }).reactions.length, 1);
  // The deleted flags are not restored when the guest is subscribed to the new channel later.
  await othello.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "norway" }],
    principals: [polonius.id],
  });
  assert.deepEqual(await flags(polonius), ["historical", "read"]);
});

test("after a move from a public to a private channel, only subscribers of the private channel can read the messages", async () => {
  for (const second of [PRIVATE, PROTECTED]) {
    const { from, to, hamlet, othello, cordelia, polonius, iago } = await stage({}, second);
    const [a, b] = [await hamlet.sendToChannel(from), await othello.sendToChannel(from)];
    await star(iago, a);
    await star(cordelia, b);
    const people = [hamlet, othello, cordelia, polonius, iago];
    const received = await watchEvents(people, () => moveAs(othello, a, { stream_id: to, ...CHANGE_ALL }));
    assert.deepEqual(received.map(messageOutline), [
      [["delete_message", a, b]],
      [["update_message", a, b]],
      [["update_message", a, b]],
      [["delete_message", a, b]],
      [["delete_message", a, b]],
    ]);
    const places = await Promise.all(people.map((person) => locationOf(person, a)));
    assert.deepEqual(places, [GONE, [to, "topic"], [to, "topic"], GONE, GONE]);
    assert.deepEqual((await iago.registerQueue()).state["starred_messages"], []);
    // A user who subscribes now can read the moved message in shared history, but not in protected history.
    await othello.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: "norway" }],
      principals: [iago.id],
    });
    assert.deepEqual(await locationOf(iago, a), second === PRIVATE ? [to, "topic"] : GONE);
  }
});

test("after a move from a public to a private channel, users who can read the private channel by a permission can still read the messages they had", async () => {
  for (const second of [PRIVATE, PROTECTED]) {
    const { from, to, ...realm } = await stage({}, second);
    const { hamlet, othello, cordelia, polonius, iago } = realm;
    await othello.callOrThrow("PATCH", `/streams/${to}`, { can_subscribe_group: onlyGroup(iago) });
    const message = await othello.sendToChannel(from);
    for (const person of [hamlet, polonius, iago]) await star(person, message);
    const people = [hamlet, othello, cordelia, polonius, iago];
    const received = await watchEvents(people, () => moveAs(othello, message, { stream_id: to }));
    assert.deepEqual(received.map(messageOutline), [
      [["delete_message", message]],
      [["update_message", message]],
      [["update_message", message]],
      [["delete_message", message]],
      [["update_message", message]],
    ]);
    const starred = async (person: TestUser) => (await person.registerQueue()).state["starred_messages"];
    assert.deepEqual(await Promise.all([hamlet, polonius, iago].map(starred)), [[], [], [message]]);
    assert.deepEqual(await Promise.all([hamlet, iago].map((person) => locationOf(person, message))), [
      GONE,
      [to, "topic"],
    ]);
    // The deleted flags are not restored when the user is subscribed to the new channel later.
    const principals = [hamlet.id];
    await othello.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "norway" }], principals });
    assert.deepEqual(await starred(hamlet), []);
  }
});

test("after a move from a private to a public channel, all users except guests can read the messages, and the new channel's subscribers receive an event", async () => {
  for (const first of [PRIVATE, PROTECTED]) {
    const { from, to, hamlet, othello, cordelia, polonius, iago } = await stage(first);
    const a = await hamlet.sendToChannel(from);
    const people = [hamlet, othello, cordelia, polonius, iago];
    const received = await watchEvents(people, () => moveAs(othello, a, { stream_id: to }));
    assert.deepEqual(received.map(messageOutline), [
      [["update_message", a]],
      [["update_message", a]],
      [["update_message", a]],
      [["delete_message", a]],
      [],
    ]);
    const places = await Promise.all(people.map((person) => locationOf(person, a)));
    assert.deepEqual(places, [[to, "topic"], [to, "topic"], [to, "topic"], GONE, [to, "topic"]]);
  }
});

test("a move to another channel omits the topic's messages that the user cannot read, and each event lists only messages that its receiver had", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage(PROTECTED, PRIVATE);
  const old = await hamlet.sendToChannel(from);
  await othello.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "denmark" }, { name: "norway" }],
    principals: [cordelia.id],
  });
  const fresh = await hamlet.sendToChannel(from);
  const people = [hamlet, othello, cordelia, polonius];
  const received = await watchEvents(people, () => moveAs(cordelia, fresh, { stream_id: to, ...CHANGE_ALL }));
  assert.deepEqual(received.map(messageOutline), [
    [["delete_message", fresh]],
    [["update_message", fresh]],
    [["update_message", fresh]],
    [["delete_message", fresh]],
  ]);
  assert.deepEqual(await locationOf(othello, old), [from, "topic"]);
  const renamed = await watchEvents(people, () => moveAs(othello, old, { topic: "renamed" }));
  assert.deepEqual(renamed.map(messageOutline), [
    [["update_message", old]],
    [["update_message", old]],
    [],
    [["update_message", old]],
  ]);
  const later = await hamlet.sendToChannel(from, { topic: "renamed" });
  const both = await watchEvents(people, () => moveAs(othello, old, { topic: "again", ...CHANGE_ALL }));
  assert.deepEqual(both.map(messageOutline), [
    [["update_message", old, later]],
    [["update_message", old, later]],
    [["update_message", later]],
    [["update_message", old, later]],
  ]);
  assert.equal(both[2]?.[0]?.["message_id"], later);
});

test("when a message is moved out of a private channel, a user who starred it and then left the channel receives only an event that the star was removed", async () => {
  const { from, to, hamlet, othello, cordelia } = await stage(PRIVATE, PRIVATE);
  const [a, b] = [await hamlet.sendToChannel(from), await hamlet.sendToChannel(from)];
  await star(hamlet, a);
  await unsubscribe(hamlet, "denmark");
  await hamlet.sendDirectMessage(othello);
  const received = await watchEvents([hamlet, othello, cordelia], () =>
    moveAs(othello, a, { stream_id: to, ...CHANGE_ALL }),
  );
  assert.deepEqual(received.map(messageOutline), [
    [["update_message_flags"]],
    [["update_message", a, b]],
    [["update_message", a, b]],
  ]);
  assert.deepEqual(received[0]?.[0]?.["messages"], [a]);
});

test("a user who returns to a channel with protected history cannot see messages that were moved there while the user was not subscribed", async () => {
  const { from, to, iago, hamlet, othello, cordelia } = await stage(PRIVATE, PROTECTED);
  const early = await othello.sendToChannel(to);
  const moved: number[] = [];
  const received = [early];
  for (let nth = 0; nth < 3; nth += 1) {
    moved.push(await hamlet.sendToChannel(from, { topic: `plot ${nth}` }));
    received.push(await othello.sendToChannel(to));
  }
  await unsubscribe(cordelia, "norway");
  const resubscribes = () =>
    othello.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: "norway" }],
      principals: [cordelia.id],
    });
  const seen = async () => (await placesOf(cordelia, moved)).filter((place) => place !== GONE);
  const own = async () => (await placesOf(cordelia, received)).filter((place) => place === GONE);
  for (const id of moved.toReversed())
    await watchEvents([othello, cordelia], () => moveAs(othello, id, { stream_id: to }));
  await watchEvents([cordelia], resubscribes);
  assert.deepEqual([await seen(), await own()], [[], []]);

  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "denmark" }],
    principals: [cordelia.id],
  });
  const last = await hamlet.sendToChannel(from, { topic: "plot" });
  await iago.callOrThrow("DELETE", `/users/${cordelia.id}`);
  await moveAs(othello, last, { stream_id: to });
  await iago.callOrThrow("POST", `/users/${cordelia.id}/reactivate`);
  assert.deepEqual([await locationOf(cordelia, last), await seen(), await own()], [GONE, [], []]);
  assert.deepEqual(await unread(cordelia), {});
});

test("after a move, both channels have the correct first message and topics", async () => {
  const { from, to, hamlet, othello, cordelia, iago } = await stage();
  const firstOf = async (channel: number) => {
    const { stream } = await othello.callOrThrow("GET", `/streams/${channel}`);
    return (stream as { first_message_id: number | null }).first_message_id;
  };
  const notice = await firstOf(from);
  const a = await hamlet.sendToChannel(from, { topic: "castle" });
  assert.ok(notice !== null && notice < a);
  const people = [hamlet, othello, cordelia, iago];
  const received = await watchEvents(people, () => moveAs(othello, notice, { stream_id: to, ...CHANGE_ALL }));
  const first = eventsOfType(received[3], "stream").map(({ stream_id, property, value }) => [
    stream_id,
    property,
    value,
  ]);
  assert.deepEqual(first, [
    [from, "first_message_id", a],
    [to, "first_message_id", notice],
  ]);
  assert.deepEqual([await firstOf(from), await firstOf(to)], [a, notice]);
  const topics = async (channel: number) =>
    ((await othello.callOrThrow("GET", `/users/me/${channel}/topics`))["topics"] as { name: string }[]).map(
      ({ name }) => name,
    );
  assert.deepEqual([await topics(from), await topics(to)], [["castle"], ["channel events"]]);
  await watchEvents(people, () => moveAs(othello, a, { stream_id: to }));
  assert.deepEqual([await firstOf(from), await topics(from)], [null, []]);
});

test("moving messages out of or into a hidden channel does not reveal the channel's name to users who cannot see it", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage(PRIVATE);
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  const a = await hamlet.sendToChannel(from, { topic: "plot" });
  const people = [hamlet, othello, cordelia];
  const received = await watchEvents(people, () =>
    moveWithNotices(othello, a, { stream_id: to, topic: "play", ...both }),
  );
  assert.deepEqual(
    received.map((events) =>
      eventsOfType(events, "update_message").map((event) => [event["stream_name"], event["orig_subject"]]),
    ),
    [[["denmark", "plot"]], [["denmark", "plot"]], [[undefined, "play"]]],
  );
  const who = `@_**${othello.fullName}|${othello.id}**`;
  assert.deepEqual(await noticesIn(cordelia, to, "play"), [
    `This topic was moved here from a private channel by ${who}.`,
  ]);
  assert.deepEqual(await noticesIn(hamlet, from, "plot"), [`This topic was moved to #**norway>play** by ${who}.`]);

  const open = await othello.createChannel("elsinore", [othello, polonius], WITHOUT_NOTICES);
  const b = await othello.sendToChannel(open, { topic: "ghost" });
  const closed = await othello.createChannel("crypt", [othello], { ...WITHOUT_NOTICES, ...PRIVATE });
  await watchEvents([polonius], () => moveWithNotices(othello, b, { stream_id: closed, ...both }));
  assert.deepEqual(await noticesIn(polonius, open, "ghost"), [`This topic was moved to a private channel by ${who}.`]);
});

test("the move event for guests contains neither the old channel's name nor the old topic if they are not subscribed to the old channel", async () => {
  const { from, hamlet, othello, polonius } = await stage();
  const to = await othello.createChannel("elsinore", [othello, polonius], WITHOUT_NOTICES);
  const lost = await othello.createChannel("wittenberg", [othello, hamlet], WITHOUT_NOTICES);
  const [a, b] = [await hamlet.sendToChannel(lost, { topic: "study" }), await hamlet.sendToChannel(from)];
  const [received] = await watchEvents([polonius, hamlet], async () => {
    await moveAs(othello, a, { stream_id: to, topic: "news" });
    await moveAs(othello, b, { stream_id: to, topic: "news" });
  });
  assert.deepEqual(
    eventsOfType(received, "update_message").map((event) => [event["stream_name"], event["orig_subject"]]),
    [
      [undefined, "news"],
      ["denmark", "topic"],
    ],
  );
});

test("if a message was sent to a channel with protected history before a user subscribed, the event that it was moved out contains neither that channel's name nor the old topic for the user", async () => {
  const { from, to, hamlet, othello, cordelia } = await stage(PROTECTED);
  const message = await hamlet.sendToChannel(from, { topic: "plot" });
  await othello.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "denmark" }],
    principals: [cordelia.id],
  });
  const [received] = await watchEvents([cordelia], () => moveAs(othello, message, { stream_id: to, topic: "play" }));
  assert.deepEqual(
    eventsOfType(received, "update_message").map((event) => [event["stream_name"], event["orig_subject"]]),
    [[undefined, "play"]],
  );
});

test("the notification bot posts notices in both channels, and all users who can read a notice find it among their messages", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const who = `@_**${othello.fullName}|${othello.id}**`;
  const a = await hamlet.sendToChannel(from, { topic: "castle" });
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  await watchEvents([hamlet, othello, cordelia, polonius], () =>
    moveWithNotices(othello, a, { stream_id: to, topic: "hall", ...both }),
  );
  assert.deepEqual(await noticesIn(cordelia, to, "hall"), [
    `This topic was moved here from #**denmark>castle** by ${who}.`,
  ]);
  assert.deepEqual(await noticesIn(polonius, from, "castle"), [`This topic was moved to #**norway>hall** by ${who}.`]);
  const read = (await unread(othello))[`${to} hall`];
  assert.deepEqual(read, [a]);
});

test("a search finds moved messages in their new channel and topic", async () => {
  const { from, to, hamlet, othello } = await stage();
  const a = await hamlet.sendToChannel(from, { topic: "castle", content: "Wittenberg" });
  await moveAs(othello, a, { stream_id: to, topic: "elsinore" });
  const found = async (...narrow: Narrow) => {
    const { messages } = await othello.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 9,
      num_after: 0,
      narrow,
    });
    return messages.map(({ id }) => id);
  };
  const search = (operand: string) => ({ operator: "search", operand });
  assert.deepEqual(await found(search("wittenberg"), { operator: "channel", operand: to }), [a]);
  assert.deepEqual(await found(search("wittenberg"), { operator: "channel", operand: from }), []);
  assert.deepEqual(await found(search("elsinore")), [a]);
  assert.deepEqual(await found(search("castle")), []);
});

test("the edit history contains the old and new channels, and the message contains the time of its last move", async () => {
  const { from, to, hamlet, othello } = await stage();
  const a = await hamlet.sendToChannel(from, { topic: "castle" });
  await moveAs(othello, a, { stream_id: to, topic: "hall" });
  await moveAs(othello, a, { stream_id: from });
  const { message } = await hamlet.callOrThrow("GET", `/messages/${a}`);
  const { edit_history: entries, last_moved_timestamp: moved } = message as Record<string, unknown>;
  assert.deepEqual(
    (entries as { timestamp: number }[]).map(({ timestamp: _, ...entry }) => entry),
    [
      { user_id: othello.id, prev_stream: to, stream: from },
      { user_id: othello.id, prev_stream: from, stream: to, prev_topic: "castle", topic: "hall" },
    ],
  );
  assert.equal(typeof moved, "number");
});
