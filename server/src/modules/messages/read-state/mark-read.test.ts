import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching, type Person, untilWaiting } from "@parlance/testkit";
import { lockPosition } from "#kernel/events/event-log.ts";

const quiet = { send_new_subscription_messages: false };

const flag = (person: Person, op: string, messages: readonly number[], name = "read") =>
  person.does("POST", "/messages/flags", { messages, op, flag: name });

async function unreadOf(person: Person): Promise<number[]> {
  const { unread_msgs: unread } = (await person.registers()).state;
  const conversations: { unread_message_ids: number[] }[] = [...unread.streams, ...unread.pms, ...unread.huddles];
  return conversations.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
}

/** Reads all there is, such as what the server said of new channels. */
const readsAll = async (person: Person) => flag(person, "add", await unreadOf(person));

const read = (messages: readonly number[], all = false) => ({
  type: "update_message_flags",
  op: "add",
  operation: "add",
  flag: "read",
  messages,
  all,
});

test("marking all as read leaves nothing unread, wherever it is and however it came to be so", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  const [open, muted, archived, left] = [
    await othello.creates("open", [othello, hamlet], quiet),
    await othello.creates("muted", [othello, hamlet], quiet),
    await othello.creates("archived", [othello, hamlet], quiet),
    await othello.creates("left", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);
  await hamlet.does("POST", "/user_topics", { stream_id: muted, topic: "quiet", visibility_policy: 1 });
  const everywhere = async () => [
    await othello.writes(open, { content: `@**${hamlet.fullName}** @**all**` }),
    await othello.writes(muted, { topic: "quiet", content: "@**all**" }),
    await othello.writes(archived),
    await othello.writesTo(hamlet),
    await othello.writesTo([hamlet, cordelia]),
    await hamlet.writes(open, { topic: "own", read_by_sender: false }),
  ];
  const first = await everywhere();
  const inLeft = await othello.writes(left);
  await flag(hamlet, "add", [...first, inLeft]);
  await flag(hamlet, "remove", first);
  const starred = await othello.writes(open);
  await flag(hamlet, "add", [starred], "starred");
  const bits = await everywhere();
  await flag(hamlet, "add", bits.slice(0, 1));
  await hamlet.does("DELETE", "/users/me/subscriptions", { subscriptions: ["left"] });
  await othello.does("DELETE", `/streams/${archived}`);
  const olderClient = { client_capabilities: {} };
  const older = await hamlet.registers(olderClient);
  const before = (await unreadOf(othello)).length;

  const [toHamlet, toOthello] = await watching([hamlet, othello], async () => {
    const { complete } = await hamlet.does("POST", "/mark_all_as_read");
    assert.equal(complete, true);
  });

  assert.deepEqual(
    toHamlet?.map(({ id: _, ...event }) => event),
    [read([], true)],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual(await unreadOf(hamlet), []);
  assert.equal((await unreadOf(othello)).length, before, "others have read nothing by it");
  const { state } = await hamlet.registers(olderClient);
  assert.deepEqual([state["unread_msgs"].count, state["unread_msgs"].mentions], [0, []]);
  assert.deepEqual((await hamlet.registers()).state["starred_messages"], [starred]);
  assert.deepEqual(
    (await older.polls()).map(({ all }) => all),
    [true],
  );

  const next = await othello.writes(open);
  assert.deepEqual(await unreadOf(hamlet), [next]);
  await flag(hamlet, "remove", first);
  assert.deepEqual(
    await unreadOf(hamlet),
    [...first, next].sort((a, b) => a - b),
  );
});

test("what is sent while all is marked as read is read too, where clients hear of it first", async () => {
  const realm = await newRealm();
  const { hamlet, othello, server, realmId } = realm;
  const channel = await othello.creates("open", [othello, hamlet], quiet);
  const [events] = await watching([hamlet], async () => {
    let all: Promise<unknown>[] = [];
    await server.db.write(async (tx) => {
      await lockPosition(tx, realmId);
      all = [othello.writes(channel)];
      await untilWaiting(realm.server, 1);
      all.push(hamlet.does("POST", "/mark_all_as_read"));
      await untilWaiting(realm.server, 2);
    });
    await Promise.all(all);
  });
  assert.deepEqual(
    events?.map(({ type }) => type),
    ["message", "update_message_flags"],
  );
  assert.deepEqual(await unreadOf(hamlet), []);
});

test("clients know to the end what came before and what after all was marked as read", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  const channel = await othello.creates("open", [othello, hamlet], quiet);
  for (let round = 0; round < 5; round += 1) {
    await watching([hamlet], async () => {
      await Promise.all([
        ...Array.from({ length: 6 }, () => othello.writes(channel)),
        ...Array.from({ length: 4 }, () => cordelia.writesTo(hamlet)),
        ...Array.from({ length: 4 }, () => hamlet.writes(channel, { read_by_sender: false })),
        ...Array.from({ length: 3 }, () => hamlet.does("POST", "/mark_all_as_read")),
        hamlet.does("POST", "/mark_stream_as_read", { stream_id: channel }),
        hamlet.does("POST", "/mark_topic_as_read", { stream_id: channel, topic_name: "topic" }).catch(() => undefined),
      ]);
    });
  }
});

test("marking a channel as read tells of what was unread there, and of nothing else", async () => {
  const { hamlet, othello } = await newRealm();
  const [denmark, other] = [
    await othello.creates("denmark", [othello, hamlet], quiet),
    await othello.creates("other", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);
  const early = await othello.writes(denmark, { topic: "" });
  const elsewhere = await othello.writes(other);
  await flag(hamlet, "add", [early]);
  await flag(hamlet, "remove", [early]);
  const own = await hamlet.writes(denmark, { read_by_sender: false });
  const [first, seen, last] = [
    await othello.writes(denmark),
    await othello.writes(denmark),
    await othello.writes(denmark),
  ];
  await flag(hamlet, "add", [seen]);

  const [toHamlet, toOthello] = await watching([hamlet, othello], async () => {
    await hamlet.does("POST", "/mark_stream_as_read", { stream_id: denmark });
    await hamlet.does("POST", "/mark_stream_as_read", { stream_id: denmark });
  });
  assert.deepEqual(
    toHamlet?.map(({ id: _, ...event }) => event),
    [read([early, own, first, last])],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual(await unreadOf(hamlet), [elsewhere]);
});

test("marking a topic as read ignores case, and knows the empty topic by the name made for people", async () => {
  const { hamlet, othello } = await newRealm();
  const denmark = await othello.creates("denmark", [othello, hamlet], quiet);
  await readsAll(hamlet);
  const [north, south, again, empty] = [
    await othello.writes(denmark, { topic: "North" }),
    await othello.writes(denmark, { topic: "south" }),
    await othello.writes(denmark, { topic: "NORTH", content: "@**all**" }),
    await othello.writes(denmark, { topic: "" }),
  ];
  const marks = (topic_name: string) => hamlet.does("POST", "/mark_topic_as_read", { stream_id: denmark, topic_name });

  const [events] = await watching([hamlet], async () => {
    await marks("north");
    await marks("north");
    await marks("general chat");
    await marks("");
  });
  assert.deepEqual(
    events?.map(({ messages }) => messages),
    [[north, again], [empty]],
  );
  assert.deepEqual(await unreadOf(hamlet), [south]);
});

test("what is unread in an archived channel can be marked as read", async () => {
  const { hamlet, othello } = await newRealm();
  const channel = await othello.creates("denmark", [othello, hamlet], quiet);
  await readsAll(hamlet);
  await othello.writes(channel, { topic: "a" });
  await othello.writes(channel, { topic: "b" });
  await othello.does("DELETE", `/streams/${channel}`);
  await watching([hamlet], async () => {
    await hamlet.does("POST", "/mark_topic_as_read", { stream_id: channel, topic_name: "a" });
    await hamlet.does("POST", "/mark_stream_as_read", { stream_id: channel });
  });
  assert.deepEqual(await unreadOf(hamlet), []);
});

test("channels and topics that one does not see are not marked, and not told from those that do not exist", async () => {
  const { hamlet, othello, polonius, desdemona } = await newRealm();
  const protectedHistory = { ...quiet, invite_only: true, history_public_to_subscribers: false };
  const [open, secret] = [
    await othello.creates("open", [othello], quiet),
    await othello.creates("secret", [othello], protectedHistory),
  ];
  await othello.writes(open, { topic: "public" });
  await othello.writes(secret, { topic: "before" });
  const [toHamlet] = await watching([hamlet], async () => {
    for (const [person, channel] of [
      [hamlet, secret],
      [desdemona, secret],
      [polonius, open],
      [hamlet, 2_000_000_000],
    ] as const) {
      for (const path of ["/mark_stream_as_read", "/mark_topic_as_read"]) {
        const { status, code, msg } = await person.call("POST", path, { stream_id: channel, topic_name: "public" });
        assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid channel ID"]);
      }
    }
    const missing = await hamlet.post("/mark_topic_as_read", { stream_id: open, topic_name: "Ghosts" });
    assert.deepEqual([missing.status, missing.code, missing.msg], [400, "BAD_REQUEST", "No such topic 'Ghosts'"]);
    await hamlet.does("POST", "/mark_topic_as_read", { stream_id: open, topic_name: "public" });
    await hamlet.does("POST", "/mark_stream_as_read", { stream_id: open });
    for (const [path, parameters, name] of [
      ["/mark_stream_as_read", {}, "stream_id"],
      ["/mark_topic_as_read", { topic_name: "public" }, "stream_id"],
      ["/mark_topic_as_read", { stream_id: open }, "topic_name"],
    ] as const) {
      const { code, var_name } = await hamlet.call("POST", path, parameters);
      assert.deepEqual([code, var_name], ["REQUEST_VARIABLE_MISSING", name]);
    }
  });
  assert.deepEqual(toHamlet, []);

  const principals = [hamlet.id];
  await othello.does("POST", "/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals });
  const unseen = await hamlet.post("/mark_topic_as_read", { stream_id: secret, topic_name: "before" });
  assert.equal(unseen.msg, "No such topic 'before'");
});
