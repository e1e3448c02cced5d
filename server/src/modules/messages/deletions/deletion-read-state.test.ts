import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, days, createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { deleteMessageAs, markAsUnread, markAsRead } from "./fixtures/delete-messages.ts";
import { purgeDeletedMessagesJob } from "./jobs.ts";

interface Conversation {
  readonly unread_message_ids: number[];
}

const unreadOf = async (person: TestUser): Promise<number[]> => {
  const { state } = await person.registerQueue({ event_types: ["message", "update_message_flags"] });
  const { pms, huddles, streams, count } = state["unread_msgs"] as Record<
    "pms" | "huddles" | "streams",
    Conversation[]
  > & {
    count: number;
  };
  const ids = [...pms, ...huddles, ...streams].flatMap(({ unread_message_ids }) => unread_message_ids);
  assert.equal(count, ids.length);
  return ids.sort((a, b) => a - b);
};

test("the unread messages are correct after messages at, below and above the watermark were deleted", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello]);
  await markAsRead(othello, ...(await unreadOf(othello)));
  for (const write of [() => hamlet.sendToChannel("open"), () => hamlet.sendDirectMessage(othello)]) {
    const ids: number[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await write());
    const at = (...indexes: number[]) => indexes.map((index) => ids[index] ?? 0);
    // Messages 1 to 4 and message 7 are read. Then message 2 is marked as unread again, so the watermark has one
    // exception.
    await markAsRead(othello, ...at(0, 1, 2, 3));
    await markAsRead(othello, ...at(6));
    await markAsUnread(othello, ...at(1));
    assert.deepEqual(await unreadOf(othello), at(1, 4, 5, 7, 8, 9));

    // Deletes one message of each kind: a read and an unread message below the watermark, the message at the watermark,
    // the first message above the watermark, a read message above it, and the newest message.
    await watchEvents([othello], async () => {
      for (const message of at(0, 1, 3, 4, 6, 9))
        assert.equal((await deleteMessageAs(hamlet, message)).result, "success");
    });
    assert.deepEqual(await unreadOf(othello), at(5, 7, 8));

    const next = await write();
    await markAsRead(othello, ...at(5));
    await markAsUnread(othello, ...at(2));
    assert.deepEqual(await unreadOf(othello), [...at(2, 7, 8), next]);
    await markAsRead(othello, ...at(2, 7, 8), next);
    assert.deepEqual(await unreadOf(othello), []);
  }
});

test("marking a deleted message as read succeeds without effect, and any other flag change of a deleted message is rejected", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [message, other] = [await hamlet.sendDirectMessage(othello), await hamlet.sendDirectMessage(othello)];
  await deleteMessageAs(hamlet, message);
  assert.equal((await markAsRead(othello, message, other)).result, "success");
  for (const [op, flag] of [
    ["remove", "read"],
    ["add", "starred"],
  ] as const) {
    const { msg } = await othello.post("/messages/flags", { messages: [message], op, flag });
    assert.equal(msg, "Invalid message(s)");
  }
});

test('a flag change that runs at the same time as the message\'s deletion either succeeds or fails with "Invalid message(s)"', async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  for (let round = 0; round < 5; round += 1) {
    const message = await hamlet.sendDirectMessage([othello, cordelia]);
    const answers = await Promise.all([
      othello.post("/messages/flags", { messages: [message], op: "add", flag: "starred" }),
      othello.post("/messages/flags", { messages: [message], op: "add", flag: "read" }),
      cordelia.post(`/messages/${message}/reactions`, { emoji_name: "octopus" }),
      cordelia.post("/messages/flags", { messages: [message], op: "remove", flag: "read" }),
      deleteMessageAs(hamlet, message),
    ]);
    for (const { msg } of answers) assert.ok(["", "Invalid message(s)"].includes(msg), msg);
    assert.equal((await othello.get(`/messages/${message}`)).result, "error");
  }
});

test("operators can restore deleted messages for 30 days, after which they are purged", async () => {
  const { hamlet, server } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(hamlet);
  await deleteMessageAs(hamlet, message);
  const log = createLogger({ level: "silent" });
  const isStored = async () => {
    await purgeDeletedMessagesJob.run({ db: server.db, clock, log, signal: new AbortController().signal }, {});
    const rows = await server.db.reader.selectFrom("deleted_message").select("id").where("id", "=", message).execute();
    return rows.length === 1;
  };
  clock.shiftWallClock(days(29.9));
  assert.equal(await isStored(), true);
  clock.shiftWallClock(days(0.2));
  assert.equal(await isStored(), false);
});
