import assert from "node:assert/strict";
import { test } from "node:test";
import { backdateMessages, newRealm, seconds, watching, type Person, type TestRealm } from "@parlance/testkit";
import {
  ALL,
  followNothing,
  movesAloud,
  noticesIn,
  ofType,
  outline,
  placeOf,
  quiet,
  reads,
  tries,
  unread,
  wants,
} from "./fixtures/move-messages.ts";

const DONE = "✔ castle";

interface Stage extends TestRealm {
  readonly channel: number;
  /** A message in the topic. */
  readonly first: number;
}

async function stage(): Promise<Stage> {
  const realm = await newRealm();
  const { hamlet, othello, cordelia, polonius } = realm;
  await followNothing(hamlet, othello, cordelia, polonius);
  const channel = await othello.creates("denmark", [othello, hamlet, cordelia, polonius], quiet);
  const first = await othello.writes(channel, { topic: "castle", read_by_sender: true });
  return { ...realm, channel, first };
}

const resolves = (person: Person, message: number) => movesAloud(person, message, { topic: DONE, ...ALL });
const reopens = (person: Person, message: number) => movesAloud(person, message, { topic: "castle", ...ALL });
const text = ({ fullName, id }: Person, how: string) => `@_**${fullName}|${id}** has marked this topic as ${how}.`;

test("a topic is resolved and unresolved with a word of the notification bot, and no other", async () => {
  const realm = await stage();
  const { channel, first, hamlet, othello, cordelia } = realm;
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  const [toHamlet] = await watching([hamlet, othello, cordelia], () =>
    movesAloud(hamlet, first, { topic: DONE, ...ALL, ...both }),
  );
  assert.deepEqual(outline(toHamlet), [["update_message", first], ["message"]]);
  assert.deepEqual(await noticesIn(hamlet, channel, DONE), [text(hamlet, "resolved")]);
  await backdateMessages(realm, [first + 1], seconds(61));
  await watching([hamlet, othello, cordelia], () => reopens(othello, first));
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [text(hamlet, "resolved"), text(othello, "unresolved")]);
  assert.deepEqual(await noticesIn(hamlet, channel, DONE), []);
});

test("who undoes it within a minute takes the word back", async () => {
  const realm = await stage();
  const { channel, first, hamlet, othello, cordelia } = realm;
  const people = [hamlet, othello, cordelia];
  await resolves(hamlet, first);
  await backdateMessages(realm, [first + 1], seconds(55));
  const told = await watching(people, () => reopens(othello, first));
  assert.deepEqual(
    told.map(outline),
    people.map(() => [
      ["delete_message", first + 1],
      ["update_message", first],
    ]),
  );
  assert.equal(ofType(told[0], "delete_message")[0]?.["topic"], DONE);
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), []);
  await resolves(hamlet, first);
  const after = await hamlet.writes(channel, { topic: DONE });
  await watching(people, () => reopens(othello, after));
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [text(hamlet, "resolved"), text(othello, "unresolved")]);
});

test("what people say themselves is never taken for the notification bot's word", async () => {
  const { channel, first, hamlet, othello } = await stage();
  const claim = await othello.writes(channel, { topic: DONE, content: text(hamlet, "resolved") });
  await movesAloud(hamlet, claim, { topic: "castle", ...ALL });
  assert.deepEqual(await placeOf(hamlet, claim), [channel, "castle"]);
  assert.deepEqual(await placeOf(hamlet, first), [channel, "castle"]);
});

test("the word is read or not as each wants it: always, unless one follows the topic, or never", async () => {
  const realm = await stage();
  const { channel, first, hamlet, othello, cordelia, polonius } = realm;
  const people = [hamlet, othello, cordelia, polonius];
  const chooses = (person: Person, policy: "always" | "except_followed" | "never") =>
    person.does("PATCH", "/settings", { resolved_topic_notice_auto_read_policy: policy });
  await chooses(othello, "always");
  await chooses(cordelia, "never");
  await wants(hamlet, channel, "castle", 3);
  await wants(othello, channel, "castle", 3);
  for (const person of people) await reads(person, first);
  const told = await watching(people, () => resolves(othello, first));
  const notice = first + 1;
  const place = `${channel} ${DONE}`;
  assert.deepEqual(await Promise.all(people.map(unread)), [{ [place]: [notice] }, {}, { [place]: [notice] }, {}]);
  assert.deepEqual(
    told.map((events) => ofType(events, "message")[0]?.["flags"]),
    [[], ["read"], [], ["read"]],
  );
  // It may be read, and marked as unread, as any message.
  await watching(people, () => reads(hamlet, notice));
  await watching(people, () =>
    polonius.does("POST", "/messages/flags", { messages: [notice], op: "remove", flag: "read" }),
  );
  assert.deepEqual(await unread(polonius), { [place]: [notice] });
  assert.deepEqual(await unread(hamlet), {});
});

test("the word is read although other messages before it are not", async () => {
  const { first, channel, hamlet, othello, cordelia } = await stage();
  await watching([hamlet, othello, cordelia], () => resolves(othello, first));
  assert.deepEqual(await unread(cordelia), { [`${channel} ${DONE}`]: [first] });
});

test("resolving is no move: messages do not say that they moved, but their history does say what changed", async () => {
  const { first, hamlet } = await stage();
  await resolves(hamlet, first);
  const { message } = await hamlet.does("GET", `/messages/${first}`);
  const { edit_history, last_moved_timestamp } = message as Record<string, unknown>;
  const entries = (edit_history as object[]).map((entry) => ({ ...entry, timestamp: 0 }));
  assert.deepEqual(entries, [{ user_id: hamlet.id, timestamp: 0, prev_topic: "castle", topic: DONE }]);
  assert.equal(last_moved_timestamp, undefined);
});

test("many marks are taken away at once, and a name that has become too long is cut", async () => {
  const { channel, hamlet, othello } = await stage();
  const marked = await othello.writes(channel, { topic: "✔ ✔✔ castle" });
  await movesAloud(hamlet, marked, { topic: "castle", ...ALL });
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), [text(hamlet, "unresolved")]);
  const long = "x".repeat(60);
  const message = await othello.writes(channel, { topic: long });
  await movesAloud(hamlet, message, { topic: `✔ ${long}`, ...ALL });
  const cut = `✔ ${"x".repeat(55)}...`;
  assert.deepEqual(await placeOf(hamlet, message), [channel, cut]);
  assert.deepEqual(await noticesIn(hamlet, channel, cut), [text(hamlet, "resolved")]);
});

test("with another channel or another name it is a move", async () => {
  const { channel, first, hamlet, othello, cordelia } = await stage();
  const to = await othello.creates("norway", [othello, hamlet, cordelia], quiet);
  const people = [hamlet, othello, cordelia];
  await watching(people, () => movesAloud(hamlet, first, { topic: DONE, stream_id: to, ...ALL }));
  const [notice, ...more] = await noticesIn(hamlet, to, DONE);
  assert.match(notice ?? "", /^This topic was moved here from #\*\*denmark>castle\*\*/);
  assert.deepEqual(more, []);
  await watching(people, () => movesAloud(hamlet, first, { topic: "✔ hall", ...ALL }));
  assert.match((await noticesIn(hamlet, to, "✔ hall")).at(-1) ?? "", /^This topic was moved here/);
  assert.deepEqual(await noticesIn(hamlet, channel, "castle"), []);
});

test("the empty topic is not resolved", async () => {
  const { channel, hamlet, othello } = await stage();
  const message = await othello.writes(channel, { topic: "" });
  for (const topic of ["✔", "✔ ", "✔ general chat"]) {
    assert.equal((await tries(hamlet, message, { topic, ...ALL })).msg, "General chat cannot be marked as resolved");
  }
});
