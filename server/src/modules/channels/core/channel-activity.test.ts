import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  clock,
  days,
  createTestOrganization,
  watchEvents,
  writeRowsDirectly,
  type ReceivedEvent,
  type TestOrganization,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { weeklyTraffic } from "./channel-activity.ts";
import { refreshChannelActivity } from "./jobs.ts";

const log = createLogger({ level: "silent" });

/** Runs the job that refreshes channels' activity, which a server runs daily. */
const dayBreaks = ({ server: { db } }: TestOrganization) =>
  refreshChannelActivity.run({ db, clock, log, signal: new AbortController().signal }, {});

const ago = (count: number): Date => new Date(clock.now().getTime() - days(count));

/** Sets a channel's age to `daysOld`. Sets the ages of its messages, oldest first, to the given numbers of days. */
const age = (
  realm: TestOrganization,
  channel: number,
  daysOld: number,
  messages: Readonly<Record<number, number>> = {},
) =>
  writeRowsDirectly(realm, async (tx) => {
    await tx
      .updateTable("channel")
      .set({ created_at: ago(daysOld) })
      .where("id", "=", channel)
      .execute();
    for (const [id, daysAgo] of Object.entries(messages)) {
      await tx
        .updateTable("message")
        .set({ sent_at: ago(daysAgo) })
        .where("id", "=", Number(id))
        .execute();
      await tx
        .updateTable("channel")
        .set({ last_message_at: sql`greatest(${ago(daysAgo)}::timestamptz, created_at)` })
        .where("id", "=", channel)
        .execute();
    }
  });

async function quietChannel({ hamlet, server }: TestOrganization, name: string): Promise<number> {
  const id = await hamlet.createChannel(name, [hamlet], { send_new_subscription_messages: false });
  // Deletes the notice about the channel's creation, because it would be counted as well.
  await server.db.write((tx) =>
    sql`
      delete from message using channel where channel.id = ${id} and message.recipient_id = channel.recipient_id
    `.execute(tx),
  );
  return id;
}

const changes = (events: readonly ReceivedEvent[] | undefined) =>
  events?.map(({ stream_id, property, value }) => [stream_id, property, value]);

test("a channel's weekly traffic is updated daily; it is the average of the last four weeks, or of the channel's age if it is younger", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, polonius } = realm;
  const [old, young, fresh] = [
    await quietChannel(realm, "old"),
    await quietChannel(realm, "young"),
    await quietChannel(realm, "new"),
  ];
  const sent: number[] = [];
  for (const channel of [old, old, old, old, old, young, young, young, fresh])
    sent.push(await hamlet.sendToChannel(channel));
  const [a, b, c, d, e, f, g, h] = sent as [number, ...number[]];
  await age(realm, old, 100, { [a]: 40, [b as number]: 29, [c as number]: 27, [d as number]: 20, [e as number]: 10 });
  await age(realm, young, 7, { [f as number]: 6, [g as number]: 3, [h as number]: 1 });
  await age(realm, fresh, 6);
  const [member, other, guest] = await watchEvents([hamlet, othello, polonius], async () => {
    await dayBreaks(realm);
    await dayBreaks(realm);
  });
  const expected = [
    [old, "stream_weekly_traffic", 1],
    [young, "stream_weekly_traffic", 3],
  ];
  assert.deepEqual([changes(member), changes(other), changes(guest)], [expected, expected, []]);
  const { streams } = (await othello.registerQueue()).state;
  const traffic = Object.fromEntries(streams.map((one) => [one.name, one.stream_weekly_traffic]));
  assert.deepEqual([traffic["old"], traffic["young"], traffic["new"]], [1, 3, null]);
});

test("weekly traffic is rounded to two digits, and is zero only if no message was sent", () => {
  for (const [count, ageInDays, traffic] of [
    [0, 6, null],
    [100, 6, null],
    [0, 7, 0],
    [1, 100, 1],
    [13, 13, 7],
    [100, 14, 50],
    [1234, 7, 1200],
    [4_000_000, 1000, 1_000_000],
  ] as const) {
    assert.equal(weeklyTraffic(count, ageInDays), traffic, `${count} in ${ageInDays} days`);
  }
});

test("a channel without messages for 180 days is no longer recently active, until the next message is sent", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const [old, recent, silent] = [
    await quietChannel(realm, "old"),
    await quietChannel(realm, "recent"),
    await quietChannel(realm, "silent"),
  ];
  await age(realm, old, 400, { [await hamlet.sendToChannel(old)]: 181 });
  await age(realm, recent, 400, { [await hamlet.sendToChannel(recent)]: 179 });
  await age(realm, silent, 181);
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("channel").set({ last_message_at: null }).where("id", "=", silent).execute(),
  );
  const [events] = await watchEvents([othello], async () => {
    await dayBreaks(realm);
    await hamlet.sendToChannel(old);
    await hamlet.sendToChannel(old);
  });
  assert.deepEqual(
    changes(events)?.filter(([, property]) => property === "is_recently_active"),
    [
      [old, "is_recently_active", false],
      [silent, "is_recently_active", false],
      [old, "is_recently_active", true],
    ],
  );
  const isActive = async (channel: number) => (await othello.get(`/streams/${channel}`)).stream.is_recently_active;
  assert.deepEqual([await isActive(old), await isActive(recent), await isActive(silent)], [true, true, false]);
});

test("a channel becomes recently active when messages that are recent are moved to it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago } = realm;
  const [from, to] = [await quietChannel(realm, "from"), await quietChannel(realm, "to")];
  const [early, late] = [
    await hamlet.sendToChannel(from, { topic: "a" }),
    await hamlet.sendToChannel(from, { topic: "b" }),
  ];
  await age(realm, from, 400, { [early]: 200 });
  await age(realm, to, 400, { [await hamlet.sendToChannel(to)]: 300 });
  await dayBreaks(realm);
  const [events] = await watchEvents([hamlet], async () => {
    for (const id of [early, late]) {
      const silence = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
      await iago.callOrThrow("PATCH", `/messages/${id}`, { stream_id: to, ...silence });
    }
  });
  assert.deepEqual(
    changes(events)?.filter(([, property]) => property === "is_recently_active"),
    [[to, "is_recently_active", true]],
  );
});
