import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  backdateMessages,
  clock,
  days,
  hours,
  createTestOrganization,
  startServer,
  untilTransactionsBlocked,
  watchEvents,
  writeRowsDirectly,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import { ascending } from "@parlance/contract/state/list-operations.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { MAX_DELETE_BATCH } from "./actions/delete-messages.ts";
import { deleteExpiredMessagesJob } from "./jobs.ts";
import {
  deletedInEvents,
  deletedIds,
  unsubscribe,
  star,
  topicIds,
  insertManyMessages,
} from "./fixtures/delete-messages.ts";

const server = await startServer();
const log = createLogger({ level: "silent" });

/** Runs the job that deletes expired messages, at the current time or at `at`. */
function run(at?: Date): Promise<void> {
  const time = { now: () => at ?? clock.now(), elapsed: () => clock.elapsed() };
  return deleteExpiredMessagesJob.run({ db: server.db, clock: time, log, signal: new AbortController().signal }, {});
}

const setOrganizationRetention = ({ desdemona }: TestOrganization, limit: number | "unlimited") =>
  desdemona.callOrThrow("PATCH", "/realm", { message_retention_days: limit });

const setChannelRetention = (
  { desdemona }: TestOrganization,
  channel: number,
  limit: number | "unlimited" | "realm_default",
) => desdemona.callOrThrow("PATCH", `/streams/${channel}`, { message_retention_days: limit });

const isThere = async (person: TestUser, message: number) =>
  (await person.get(`/messages/${message}`)).result === "success";

/** Sends a message, and changes its time of sending to `age` ago. */
async function wrote(person: TestUser, place: number | TestUser, age: number, topic = "ghost"): Promise<number> {
  const id = await (typeof place === "number"
    ? person.sendToChannel(place, { topic })
    : person.sendDirectMessage(place));
  await backdateMessages({ server }, [id], age);
  return id;
}

test("a message is kept for exactly the organization's retention period, and is deleted after that", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  const messages = [
    await hamlet.sendToChannel(channel),
    await hamlet.sendDirectMessage(othello),
    await othello.sendDirectMessage(othello),
  ];
  const start = clock.now();
  await server.db.write((tx) =>
    tx.updateTable("message").set({ sent_at: start }).where("id", "in", messages).execute(),
  );
  await setOrganizationRetention(realm, 3);
  await run(new Date(start.getTime() + days(3)));
  const readers = [hamlet, othello, othello];
  const left = () => Promise.all(messages.map((id, nth) => isThere(readers[nth]!, id)));
  assert.deepEqual(await left(), [true, true, true]);
  await run(new Date(start.getTime() + days(3) + 1));
  assert.deepEqual(await left(), [false, false, false]);
});

test("a longer, shorter or unlimited retention period of a channel overrides that of its organization", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const [usual, short, long, ever] = [
    await hamlet.createChannel("usual", [hamlet]),
    await hamlet.createChannel("short", [hamlet]),
    await hamlet.createChannel("long", [hamlet]),
    await hamlet.createChannel("ever", [hamlet]),
  ];
  const ages = [hours(23), days(5), days(50), days(500)];
  const written: Record<string, number[]> = {};
  for (const [name, place] of Object.entries({ usual, short, long, ever, direct: othello })) {
    written[name] = [];
    for (const age of ages.toReversed()) written[name].push(await wrote(hamlet, place, age));
  }
  /** Returns the number of messages left in each conversation, and asserts that they are the newest. */
  const left = async () => {
    const counts: Record<string, number> = {};
    for (const [name, ids] of Object.entries(written)) {
      const seen = await Promise.all(ids.map((id) => isThere(hamlet, id)));
      const count = seen.filter(Boolean).length;
      assert.deepEqual(seen, [
        ...Array.from({ length: 4 - count }, () => false),
        ...Array.from({ length: count }, () => true),
      ]);
      counts[name] = count;
    }
    return counts;
  };
  await setChannelRetention(realm, short, 1);
  await setChannelRetention(realm, long, 100);
  await setChannelRetention(realm, ever, "unlimited");
  await run();
  assert.deepEqual(await left(), { usual: 4, short: 1, long: 3, ever: 4, direct: 4 });
  await setOrganizationRetention(realm, 10);
  await run();
  assert.deepEqual(await left(), { usual: 2, short: 1, long: 3, ever: 4, direct: 2 });
  await setChannelRetention(realm, ever, "realm_default");
  await setChannelRetention(realm, long, 2 ** 31 - 1);
  await run();
  assert.deepEqual(await left(), { usual: 2, short: 1, long: 3, ever: 2, direct: 2 });
});

test("users who have the deleted messages receive one deletion event per topic, and other users receive none", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia, polonius, iago } = realm;
  const open = await hamlet.createChannel("open", [hamlet, othello, cordelia]);
  const guarded = await hamlet.createChannel("guarded", [hamlet], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const [ghost, skull, again] = [
    await wrote(hamlet, open, days(9)),
    await wrote(hamlet, open, days(9), "skull"),
    await wrote(hamlet, open, days(9)),
  ];
  const early = await wrote(hamlet, guarded, days(9));
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "guarded" }],
    principals: [othello.id],
  });
  const late = await wrote(hamlet, guarded, days(8));
  const direct = await wrote(hamlet, othello, days(9));
  await star(cordelia, ghost);
  await unsubscribe(cordelia, "open");
  await setOrganizationRetention(realm, 7);
  const young = await hamlet.sendToChannel(open, { topic: "ghost" });

  const people = [hamlet, othello, cordelia, polonius, iago];
  const [toHamlet, toOthello, toCordelia, ...toOthers] = await watchEvents(people, () => run());
  const outlines = deletedInEvents(toHamlet).map(({ message_type, stream_id, topic, message_ids }) => [
    message_type === "private" ? "direct" : stream_id,
    topic,
    message_ids,
  ]);
  const everything = [
    [open, "ghost", [ghost, again]],
    [open, "skull", [skull]],
    [guarded, "ghost", [early, late]],
    ["direct", undefined, [direct]],
  ];
  assert.deepEqual(
    outlines.filter(([, topic]) => topic !== "channel events"),
    everything,
  );
  assert.deepEqual(deletedIds(toOthello).toSorted(ascending), [ghost, skull, again, late, direct].toSorted(ascending));
  assert.ok(deletedIds(toCordelia).includes(ghost));
  assert.deepEqual(toOthers, [[], []]);
  assert.deepEqual(await topicIds(hamlet, open, "ghost"), [young]);
});

test("a channel's first message and its unread messages are correct after the oldest messages were deleted", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  await wrote(hamlet, channel, days(9));
  const notice = (await hamlet.callOrThrow("GET", "/messages", { anchor: "oldest", num_after: 50 })).messages.map(
    ({ id }) => id,
  );
  await backdateMessages(realm, notice, days(9));
  const young = await hamlet.sendToChannel(channel);
  await setOrganizationRetention(realm, 7);
  await watchEvents([hamlet, othello], () => run());
  const { stream } = await hamlet.callOrThrow("GET", `/streams/${channel}`);
  assert.equal(stream.first_message_id, young);
  const { state } = await othello.registerQueue();
  const unread = state["unread_msgs"].streams.flatMap(({ unread_message_ids: ids }) => ids);
  assert.deepEqual(unread, [young]);
});

test("messages of archived channels expire, but messages of deactivated organizations do not", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, desdemona } = realm;
  const channel = await hamlet.createChannel("former", [hamlet]);
  const [old, direct] = [await wrote(hamlet, channel, days(9)), await wrote(hamlet, hamlet, days(9))];
  await desdemona.callOrThrow("DELETE", `/streams/${channel}`);
  await setOrganizationRetention(realm, 7);
  const deactivate = (at: Date | null) =>
    writeRowsDirectly(realm, (tx) =>
      tx.updateTable("realm").set({ deactivated_at: at }).where("id", "=", realm.realmId).execute(),
    );
  const left = () =>
    server.db.reader.selectFrom("message").select("id").where("id", "in", [old, direct]).orderBy("id").execute();
  await deactivate(clock.now());
  await run();
  assert.equal((await left()).length, 2);
  await deactivate(null);
  await run();
  assert.deepEqual(await left(), []);
});

test("an old message is deleted even if a message with a lower id has a later time because the clock was wrong", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  const channel = await hamlet.createChannel("open", [hamlet]);
  const future = await wrote(hamlet, channel, -days(1));
  const old = await wrote(hamlet, channel, days(9));
  await setOrganizationRetention(realm, 7);
  await run();
  assert.deepEqual(await topicIds(hamlet, channel, "ghost"), [future]);
  assert.equal(await isThere(hamlet, old), false);
});

test("many expired messages are deleted in batches, and users can send messages between the batches", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  const ids = await insertManyMessages(hamlet, channel, "ghost", 2 * MAX_DELETE_BATCH + 5);
  await backdateMessages(realm, ids, days(9));
  await setChannelRetention(realm, channel, 7);
  let running: Promise<void> | undefined;
  const [events] = await watchEvents([othello], async () => {
    await server.db.write(async (tx) => {
      await sql`select from message where id = ${ids[MAX_DELETE_BATCH]} for update`.execute(tx);
      running = run();
      await untilTransactionsBlocked(server, 1, "from message[^_].*for update");
      await hamlet.sendToChannel(channel, { topic: "castle" });
    });
    await running;
  });
  assert.deepEqual(
    deletedInEvents(events)
      .filter(({ topic }) => topic === "ghost")
      .map(({ message_ids = [] }) => message_ids.length)
      .reduce((sum, one) => sum + one, 0),
    2 * MAX_DELETE_BATCH + 5,
  );
  assert.ok(deletedInEvents(events).every(({ message_ids = [] }) => message_ids.length <= MAX_DELETE_BATCH));
  assert.deepEqual(await topicIds(hamlet, channel, "ghost"), []);
});

test("if retention becomes unlimited while messages are being deleted, the remaining messages are not deleted", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  const channel = await hamlet.createChannel("open", [hamlet]);
  const ids = await insertManyMessages(hamlet, channel, "ghost", MAX_DELETE_BATCH + 50);
  await backdateMessages(realm, ids, days(9));
  await setChannelRetention(realm, channel, 7);
  let running: Promise<void> | undefined;
  await server.db.write(async (tx) => {
    await sql`select from message where id = ${ids[5]} for update`.execute(tx);
    running = run();
    await untilTransactionsBlocked(server, 1, "from message[^_].*for update");
    await setChannelRetention(realm, channel, "unlimited");
  });
  await running;
  const left = await topicIds(hamlet, channel, "ghost");
  assert.ok(left.length >= 50 && left.length < MAX_DELETE_BATCH + 50, String(left.length));
});

test("concurrent runs of the job delete every expired message exactly once", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  const channel = await hamlet.createChannel("open", [hamlet]);
  const ids = await insertManyMessages(hamlet, channel, "ghost", 150);
  await backdateMessages(realm, ids, days(9));
  await setChannelRetention(realm, channel, 7);
  const [events] = await watchEvents([hamlet], async () => {
    await Promise.all([run(), run(), run()]);
  });
  assert.deepEqual(
    deletedIds(events)
      .filter((id) => ids.includes(id))
      .toSorted(ascending),
    ids,
  );
  const remaining = await server.db.reader
    .selectFrom("deleted_message")
    .select(["id", "deleter_id"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  assert.deepEqual([remaining.length, new Set(remaining.map(({ deleter_id }) => deleter_id))], [150, new Set([null])]);
});
