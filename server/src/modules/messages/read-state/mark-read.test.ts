import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser, untilTransactionsBlocked } from "@parlance/testkit";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";

const quiet = { send_new_subscription_messages: false };

const flag = (person: TestUser, op: string, messages: readonly number[], name = "read") =>
  person.callOrThrow("POST", "/messages/flags", { messages, op, flag: name });

async function unreadOf(person: TestUser): Promise<number[]> {
  const { unread_msgs: unread } = (await person.registerQueue()).state;
  const conversations: { unread_message_ids: number[] }[] = [...unread.streams, ...unread.pms, ...unread.huddles];
  return conversations.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
}

/** Marks all of the user's messages as read, including notices about new channels. */
const readsAll = async (person: TestUser) => flag(person, "add", await unreadOf(person));

const read = (messages: readonly number[], all = false) => ({
  type: "update_message_flags",
  op: "add",
  operation: "add",
  flag: "read",
  messages,
  all,
});

test("after all messages are marked as read, no message is unread in any conversation, for whatever reason it was unread", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const [open, muted, archived, left] = [
    await othello.createChannel("open", [othello, hamlet], quiet),
    await othello.createChannel("muted", [othello, hamlet], quiet),
    await othello.createChannel("archived", [othello, hamlet], quiet),
    await othello.createChannel("left", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);
  await hamlet.callOrThrow("POST", "/user_topics", { stream_id: muted, topic: "quiet", visibility_policy: 1 });
  const everywhere = async () => [
    await othello.sendToChannel(open, { content: `@**${hamlet.fullName}** @**all**` }),
    await othello.sendToChannel(muted, { topic: "quiet", content: "@**all**" }),
    await othello.sendToChannel(archived),
    await othello.sendDirectMessage(hamlet),
    await othello.sendDirectMessage([hamlet, cordelia]),
    await hamlet.sendToChannel(open, { topic: "own", read_by_sender: false }),
  ];
  const first = await everywhere();
  const inLeft = await othello.sendToChannel(left);
  await flag(hamlet, "add", [...first, inLeft]);
  await flag(hamlet, "remove", first);
  const starred = await othello.sendToChannel(open);
  await flag(hamlet, "add", [starred], "starred");
  const bits = await everywhere();
  await flag(hamlet, "add", bits.slice(0, 1));
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["left"] });
  await othello.callOrThrow("DELETE", `/streams/${archived}`);
  const olderClient = { client_capabilities: {} };
  const older = await hamlet.registerQueue(olderClient);
  const before = (await unreadOf(othello)).length;

  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    const { complete } = await hamlet.callOrThrow("POST", "/mark_all_as_read");
    assert.equal(complete, true);
  });

  assert.deepEqual(
    toHamlet?.map(({ id: _, ...event }) => event),
    [read([], true)],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual(await unreadOf(hamlet), []);
  assert.equal((await unreadOf(othello)).length, before, "others have read nothing by it");
  const { state } = await hamlet.registerQueue(olderClient);
  assert.deepEqual([state["unread_msgs"].count, state["unread_msgs"].mentions], [0, []]);
  assert.deepEqual((await hamlet.registerQueue()).state["starred_messages"], [starred]);
  assert.deepEqual(
    (await older.poll()).map(({ all }) => all),
    [true],
  );

  const next = await othello.sendToChannel(open);
  assert.deepEqual(await unreadOf(hamlet), [next]);
  await flag(hamlet, "remove", first);
  assert.deepEqual(
    await unreadOf(hamlet),
    [...first, next].sort((a, b) => a - b),
  );
});

test("a message sent while all messages are being marked as read becomes read if its event precedes the event about marking", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server, realmId } = realm;
  const channel = await othello.createChannel("open", [othello, hamlet], quiet);
  const [events] = await watchEvents([hamlet], async () => {
    let all: Promise<unknown>[] = [];
    await server.db.write(async (tx) => {
      await lockPosition(tx, realmId);
      all = [othello.sendToChannel(channel)];
      await untilTransactionsBlocked(realm.server, 1);
      all.push(hamlet.callOrThrow("POST", "/mark_all_as_read"));
      await untilTransactionsBlocked(realm.server, 2);
    });
    await Promise.all(all);
  });
  assert.deepEqual(
    events?.map(({ type }) => type),
    ["message", "update_message_flags"],
  );
  assert.deepEqual(await unreadOf(hamlet), []);
});

test("clients and the server agree which messages were sent before and which after all messages were marked as read", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const channel = await othello.createChannel("open", [othello, hamlet], quiet);
  for (let round = 0; round < 5; round += 1) {
    await watchEvents([hamlet], async () => {
      await Promise.all([
        ...Array.from({ length: 6 }, () => othello.sendToChannel(channel)),
        ...Array.from({ length: 4 }, () => cordelia.sendDirectMessage(hamlet)),
        ...Array.from({ length: 4 }, () => hamlet.sendToChannel(channel, { read_by_sender: false })),
        ...Array.from({ length: 3 }, () => hamlet.callOrThrow("POST", "/mark_all_as_read")),
        hamlet.callOrThrow("POST", "/mark_stream_as_read", { stream_id: channel }),
        hamlet
          .callOrThrow("POST", "/mark_topic_as_read", { stream_id: channel, topic_name: "topic" })
          .catch(() => undefined),
      ]);
    });
  }
});

test("marking a channel as read emits an event that lists exactly the messages of the channel that were unread", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [denmark, other] = [
    await othello.createChannel("denmark", [othello, hamlet], quiet),
    await othello.createChannel("other", [othello, hamlet], quiet),
  ];
  await readsAll(hamlet);
  const early = await othello.sendToChannel(denmark, { topic: "" });
  const elsewhere = await othello.sendToChannel(other);
  await flag(hamlet, "add", [early]);
  await flag(hamlet, "remove", [early]);
  const own = await hamlet.sendToChannel(denmark, { read_by_sender: false });
  const [first, seen, last] = [
    await othello.sendToChannel(denmark),
    await othello.sendToChannel(denmark),
    await othello.sendToChannel(denmark),
  ];
  await flag(hamlet, "add", [seen]);

  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    await hamlet.callOrThrow("POST", "/mark_stream_as_read", { stream_id: denmark });
    await hamlet.callOrThrow("POST", "/mark_stream_as_read", { stream_id: denmark });
  });
  assert.deepEqual(
    toHamlet?.map(({ id: _, ...event }) => event),
    [read([early, own, first, last])],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual(await unreadOf(hamlet), [elsewhere]);
});

test("marking a topic as read ignores the capitalization of its name, and accepts the displayed name of the empty topic", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const denmark = await othello.createChannel("denmark", [othello, hamlet], quiet);
  await readsAll(hamlet);
  const [north, south, again, empty] = [
    await othello.sendToChannel(denmark, { topic: "North" }),
    await othello.sendToChannel(denmark, { topic: "south" }),
    await othello.sendToChannel(denmark, { topic: "NORTH", content: "@**all**" }),
    await othello.sendToChannel(denmark, { topic: "" }),
  ];
  const marks = (topic_name: string) =>
    hamlet.callOrThrow("POST", "/mark_topic_as_read", { stream_id: denmark, topic_name });

  const [events] = await watchEvents([hamlet], async () => {
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

test("unread messages in an archived channel can be marked as read", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await othello.createChannel("denmark", [othello, hamlet], quiet);
  await readsAll(hamlet);
  await othello.sendToChannel(channel, { topic: "a" });
  await othello.sendToChannel(channel, { topic: "b" });
  await othello.callOrThrow("DELETE", `/streams/${channel}`);
  await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("POST", "/mark_topic_as_read", { stream_id: channel, topic_name: "a" });
    await hamlet.callOrThrow("POST", "/mark_stream_as_read", { stream_id: channel });
  });
  assert.deepEqual(await unreadOf(hamlet), []);
});

test("marking a channel or topic that the user cannot see fails with the same error as for a nonexistent one", async () => {
  const { hamlet, othello, polonius, desdemona } = await createTestOrganization();
  const protectedHistory = { ...quiet, invite_only: true, history_public_to_subscribers: false };
  const [open, secret] = [
    await othello.createChannel("open", [othello], quiet),
    await othello.createChannel("secret", [othello], protectedHistory),
  ];
  await othello.sendToChannel(open, { topic: "public" });
  await othello.sendToChannel(secret, { topic: "before" });
  const [toHamlet] = await watchEvents([hamlet], async () => {
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
    await hamlet.callOrThrow("POST", "/mark_topic_as_read", { stream_id: open, topic_name: "public" });
    await hamlet.callOrThrow("POST", "/mark_stream_as_read", { stream_id: open });
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
  await othello.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals });
  const unseen = await hamlet.post("/mark_topic_as_read", { stream_id: secret, topic_name: "before" });
  assert.equal(unseen.msg, "No such topic 'before'");
});
