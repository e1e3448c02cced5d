import assert from "node:assert/strict";
import { test } from "node:test";
import {
  backdateMessages,
  createTestOrganization,
  seconds,
  watchEvents,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import {
  CHANGE_ALL,
  disableAutoFollow,
  moveWithNotices,
  noticesIn,
  eventsOfType,
  messageOutline,
  locationOf,
  WITHOUT_NOTICES,
  markAsRead,
  tryMove,
  unread,
  setTopicPolicy,
} from "./fixtures/move-messages.ts";

const DONE = "✔ castle";

interface Stage extends TestOrganization {
  readonly channel: number;
  /** Id of the first message in the topic. */
  readonly first: number;
}

async function stage(): Promise<Stage> {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius } = realm;
  await disableAutoFollow(hamlet, othello, cordelia, polonius);
  const channel = await othello.createChannel("denmark", [othello, hamlet, cordelia, polonius], WITHOUT_NOTICES);
  const first = await othello.sendToChannel(channel, { topic: "castle", read_by_sender: true });
  return { ...realm, channel, first };
}

const resolves = (person: TestUser, message: number) =>
  moveWithNotices(person, message, { topic: DONE, ...CHANGE_ALL });
const reopens = (person: TestUser, message: number) =>
  moveWithNotices(person, message, { topic: "castle", ...CHANGE_ALL });
const text = ({ fullName, id }: TestUser, how: string) => `@_**${fullName}|${id}** has marked this topic as ${how}.`;

test("resolving or unresolving a topic posts a notice about it, instead of a notice about a move", async () => {
  const realm = await stage();
  const { channel, first, hamlet, othello, cordelia } = realm;
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  const [toHamlet] = await watchEvents([hamlet, othello, cordelia], () =>
    moveWithNotices(hamlet, first, { topic: DONE, ...CHANGE_ALL, ...both }),
  );
  assert.deepEqual(messageOutline(toHamlet), [["update_message", first], ["message"]]);
  assert.deepEqual(await noticesIn(hamlet, channel, DONE), [text(hamlet, "resolved")]);
  await backdateMessages(realm, [first + 1], seconds(61));
  await watchEvents([hamlet, othello, cordelia], () => reopens(othello, first));
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [text(hamlet, "resolved"), text(othello, "unresolved")]);
  assert.deepEqual(await noticesIn(hamlet, channel, DONE), []);
});

test("unresolving a topic within a minute after resolving it deletes the notice instead of posting another, unless a message follows the notice", async () => {
  const realm = await stage();
  const { channel, first, hamlet, othello, cordelia } = realm;
  const people = [hamlet, othello, cordelia];
  await resolves(hamlet, first);
  await backdateMessages(realm, [first + 1], seconds(55));
  const received = await watchEvents(people, () => reopens(othello, first));
  assert.deepEqual(
    received.map(messageOutline),
    people.map(() => [
      ["delete_message", first + 1],
      ["update_message", first],
    ]),
  );
  assert.equal(eventsOfType(received[0], "delete_message")[0]?.["topic"], DONE);
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), []);
  await resolves(hamlet, first);
  const after = await hamlet.sendToChannel(channel, { topic: DONE });
  await watchEvents(people, () => reopens(othello, after));
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [text(hamlet, "resolved"), text(othello, "unresolved")]);
});

test("a user's message with the same text as a notice is not deleted when the topic is unresolved", async () => {
  const { channel, first, hamlet, othello } = await stage();
  const claim = await othello.sendToChannel(channel, { topic: DONE, content: text(hamlet, "resolved") });
  await moveWithNotices(hamlet, claim, { topic: "castle", ...CHANGE_ALL });
  assert.deepEqual(await locationOf(hamlet, claim), [channel, "castle"]);
  assert.deepEqual(await locationOf(hamlet, first), [channel, "castle"]);
});

test("notices about resolved topics are marked as read always, except in followed topics, or never, according to each user's setting", async () => {
  const realm = await stage();
  const { channel, first, hamlet, othello, cordelia, polonius } = realm;
  const people = [hamlet, othello, cordelia, polonius];
  const chooses = (person: TestUser, policy: "always" | "except_followed" | "never") =>
    person.callOrThrow("PATCH", "/settings", { resolved_topic_notice_auto_read_policy: policy });
  await chooses(othello, "always");
  await chooses(cordelia, "never");
  await setTopicPolicy(hamlet, channel, "castle", 3);
  await setTopicPolicy(othello, channel, "castle", 3);
  for (const person of people) await markAsRead(person, first);
  const received = await watchEvents(people, () => resolves(othello, first));
  const notice = first + 1;
  const place = `${channel} ${DONE}`;
  assert.deepEqual(await Promise.all(people.map(unread)), [{ [place]: [notice] }, {}, { [place]: [notice] }, {}]);
  assert.deepEqual(
    received.map((events) => eventsOfType(events, "message")[0]?.["flags"]),
    [[], ["read"], [], ["read"]],
  );
  // The notice can be marked as read and as unread like any message.
  await watchEvents(people, () => markAsRead(hamlet, notice));
  await watchEvents(people, () =>
    polonius.callOrThrow("POST", "/messages/flags", { messages: [notice], op: "remove", flag: "read" }),
  );
  assert.deepEqual(await unread(polonius), { [place]: [notice] });
  assert.deepEqual(await unread(hamlet), {});
});

test("a notice about a resolved topic is marked as read even if earlier messages of the topic are unread", async () => {
  const { first, channel, hamlet, othello, cordelia } = await stage();
  await watchEvents([hamlet, othello, cordelia], () => resolves(othello, first));
  assert.deepEqual(await unread(cordelia), { [`${channel} ${DONE}`]: [first] });
});

test("resolving a topic is recorded in the edit history, but the messages are not displayed as moved", async () => {
  const { first, hamlet } = await stage();
  await resolves(hamlet, first);
  const { message } = await hamlet.callOrThrow("GET", `/messages/${first}`);
  const { edit_history, last_moved_timestamp } = message as Record<string, unknown>;
  const entries = (edit_history as object[]).map((entry) => ({ ...entry, timestamp: 0 }));
  assert.deepEqual(entries, [{ user_id: hamlet.id, timestamp: 0, prev_topic: "castle", topic: DONE }]);
  assert.equal(last_moved_timestamp, undefined);
});

test("unresolving a topic removes all check marks at its start, and resolving truncates a topic that becomes too long", async () => {
  const { channel, hamlet, othello } = await stage();
  const marked = await othello.sendToChannel(channel, { topic: "✔ ✔✔ castle" });
  await moveWithNotices(hamlet, marked, { topic: "castle", ...CHANGE_ALL });
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [text(hamlet, "unresolved")]);
  const long = "x".repeat(60);
  const message = await othello.sendToChannel(channel, { topic: long });
  await moveWithNotices(hamlet, message, { topic: `✔ ${long}`, ...CHANGE_ALL });
  const cut = `✔ ${"x".repeat(55)}...`;
  assert.deepEqual(await locationOf(hamlet, message), [channel, cut]);
  assert.deepEqual(await noticesIn(hamlet, channel, cut), [text(hamlet, "resolved")]);
});

test("resolving a topic and changing its channel or name in one request is a move and posts a notice about the move", async () => {
  const { channel, first, hamlet, othello, cordelia } = await stage();
  const to = await othello.createChannel("norway", [othello, hamlet, cordelia], WITHOUT_NOTICES);
  const people = [hamlet, othello, cordelia];
  await watchEvents(people, () => moveWithNotices(hamlet, first, { topic: DONE, stream_id: to, ...CHANGE_ALL }));
  const [notice, ...more] = await noticesIn(hamlet, to, DONE);
  assert.match(notice ?? "", /^This topic was moved here from #\*\*denmark>castle\*\*/);
  assert.deepEqual(more, []);
  await watchEvents(people, () => moveWithNotices(hamlet, first, { topic: "✔ hall", ...CHANGE_ALL }));
  assert.match((await noticesIn(hamlet, to, "✔ hall")).at(-1) ?? "", /^This topic was moved here/);
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), []);
});

test("the empty topic cannot be resolved", async () => {
  const { channel, hamlet, othello } = await stage();
  const message = await othello.sendToChannel(channel, { topic: "" });
  for (const topic of ["✔", "✔ ", "✔ general chat"]) {
    assert.equal(
      (await tryMove(hamlet, message, { topic, ...CHANGE_ALL })).msg,
      "General chat cannot be marked as resolved",
    );
  }
});
