import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser, untilTransactionsBlocked } from "@parlance/testkit";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";

const flag = (person: TestUser, op: string, name: string, messages: readonly number[]) =>
  person.callOrThrow("POST", "/messages/flags", { messages, op, flag: name });

async function unreadOf(person: TestUser): Promise<number[]> {
  const { unread_msgs: unread } = (await person.registerQueue()).state;
  const conversations: { unread_message_ids: number[] }[] = [...unread.streams, ...unread.pms, ...unread.huddles];
  return conversations.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
}

test("when several clients of a user change flags at the same time, all changes are applied", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const [a, b] = [
    await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false }),
    await othello.createChannel("b", [othello, hamlet], { send_new_subscription_messages: false }),
  ];
  await flag(hamlet, "add", "read", await unreadOf(hamlet));
  const sent = await Promise.all(
    Array.from({ length: 120 }, (_, n) => {
      const sender = n % 2 ? othello : cordelia;
      return n % 3 === 0 ? sender.sendDirectMessage(hamlet) : othello.sendToChannel(n % 3 === 1 ? a : b);
    }),
  );
  const ids = sent.sort((one, other) => one - other);
  const share = (of: number) => ids.filter((_, n) => n % 4 === of);

  // Requests mark a quarter of the messages as read one by one, a second quarter together, and a third quarter as read
  // and then as unread. Others star all messages, and more messages are sent at the same time.
  const late: number[] = [];
  await Promise.all([
    ...share(0).map((id) => flag(hamlet, "add", "read", [id])),
    flag(hamlet, "add", "read", share(1)),
    ...ids.map((id) => flag(hamlet, "add", "starred", [id])),
    flag(hamlet, "add", "read", share(2)).then(() => flag(hamlet, "remove", "read", share(2))),
    ...Array.from({ length: 20 }, async (_, n) => late.push(await othello.sendToChannel(n % 2 ? a : b))),
  ]);

  const expected = [...share(2), ...share(3), ...late].sort((one, other) => one - other);
  assert.deepEqual(await unreadOf(hamlet), expected);
  const { starred_messages } = (await hamlet.registerQueue()).state;
  assert.deepEqual(starred_messages, ids);
});

test("if a user unsubscribes while marking a message as unread, the message does not stay unread", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const channel = await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false });
  const id = await othello.sendToChannel(channel);
  for (let round = 0; round < 30; round += 1) {
    await flag(hamlet, "add", "read", [id]);
    await Promise.all([
      hamlet.post("/messages/flags", { messages: [id], op: "remove", flag: "read" }),
      hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["a"] }),
    ]);
    const exceptions = await server.db.reader
      .selectFrom("unread_exception")
      .select("message_id")
      .where("user_id", "=", hamlet.id)
      .orderBy("message_id")
      .execute();
    assert.deepEqual(exceptions, []);
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "a" }] });
  }
});

test("if a user unsubscribes while sending a message that is unread for the user, the message does not stay unread", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server, realmId } = realm;
  const channel = await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false });
  await watchEvents([hamlet], async () => {
    const all: Promise<unknown>[] = [];
    await server.db.write(async (tx) => {
      await lockPosition(tx, realmId);
      all.push(hamlet.sendToChannel(channel, { read_by_sender: false }));
      await untilTransactionsBlocked(realm.server, 1);
      all.push(hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["a"] }));
      await untilTransactionsBlocked(realm.server, 2);
    });
    await Promise.all(all);
  });
  assert.deepEqual(await unreadOf(hamlet), []);
});

test("if a message is marked as unread while its topic is being renamed, it is unread in the new topic", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, realmId, server } = realm;
  const channel = await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false });
  const ids = [
    await othello.sendToChannel(channel, { topic: "plan" }),
    await othello.sendToChannel(channel, { topic: "plan" }),
  ];
  await flag(hamlet, "add", "read", ids);
  // `watchEvents` asserts that the unread messages and topics in the client's state equal those on the server.
  await watchEvents([hamlet], async () => {
    const all: Promise<unknown>[] = [];
    await server.db.write(async (tx) => {
      await lockPosition(tx, realmId);
      all.push(othello.callOrThrow("PATCH", `/messages/${ids[0]}`, { topic: "deed", propagate_mode: "change_all" }));
      await untilTransactionsBlocked(server, 1);
      all.push(flag(hamlet, "remove", "read", ids));
      await untilTransactionsBlocked(server, 2);
    });
    await Promise.all(all);
  });
  const { unread_msgs: unread } = (await hamlet.registerQueue()).state;
  const conversations = unread.streams as { topic: string; unread_message_ids: number[] }[];
  const containing = conversations.filter((one) => ids.some((id) => one.unread_message_ids.includes(id)));
  assert.deepEqual(
    containing.map(({ topic }) => topic),
    ["deed"],
  );
});
