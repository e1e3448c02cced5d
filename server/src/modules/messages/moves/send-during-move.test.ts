import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  createTestOrganization,
  untilTransactionsBlocked,
  watchEvents,
  type TestUser,
  type TestServer,
} from "@parlance/testkit";
import {
  CHANGE_ALL,
  disableAutoFollow,
  moveWithNotices,
  noticesIn,
  eventsOfType,
  locationOf,
  WITHOUT_NOTICES,
} from "./fixtures/move-messages.ts";

/** Number of moved messages. They are more than a transaction reindexes itself, so all are reindexed later. */
const MANY = 25;

async function writesMany(person: TestUser, channel: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < MANY) ids.push(await person.sendToChannel(channel));
  return ids;
}

/**
 * Runs `meanwhile` during a move. At this time the move has stored the new locations, but has not yet marked the
 * messages for reindexing, because a lock blocks it.
 */
async function whileStoring({ db }: TestServer, move: () => Promise<unknown>, meanwhile: () => Promise<void>) {
  let moving: Promise<unknown> | undefined;
  await db.write(async (tx) => {
    await sql`lock table search_stale in exclusive mode`.execute(tx);
    moving = move();
    await untilTransactionsBlocked({ db }, 1, "insert into search_stale");
    await meanwhile();
  });
  await moving;
}

for (const changesChannel of [false, true]) {
  const where = changesChannel ? "another channel" : "another topic";
  test(`users can send and fetch while a topic moves to ${where}, and messages sent to the old topic meanwhile stay there`, async () => {
    const { server, hamlet, othello, cordelia } = await createTestOrganization();
    await disableAutoFollow(hamlet, othello, cordelia);
    const from = await othello.createChannel("denmark", [othello, hamlet, cordelia], WITHOUT_NOTICES);
    const to = await othello.createChannel("norway", [othello, hamlet], WITHOUT_NOTICES);
    const ids = await writesMany(othello, from);
    const home = changesChannel ? to : from;
    const how = changesChannel ? { stream_id: to } : { topic: "hall" };
    const late: number[] = [];
    const received = await watchEvents([hamlet, othello, cordelia], () =>
      whileStoring(
        server,
        () => moveWithNotices(othello, ids[0] ?? 0, { ...how, ...CHANGE_ALL, send_notification_to_old_thread: true }),
        async () => {
          late.push(await hamlet.sendToChannel(from), await hamlet.sendToChannel(from, { topic: "elsewhere" }));
          late.push(await cordelia.sendToChannel(home, { topic: changesChannel ? "topic" : "hall" }));
          assert.deepEqual(await locationOf(hamlet, ids[0] ?? 0), [from, "topic"]);
          assert.deepEqual(await locationOf(hamlet, ids.at(-1) ?? 0), [from, "topic"]);
        },
      ),
    );
    for (const events of received) {
      const [update, ...more] = eventsOfType(events, "update_message");
      assert.deepEqual([update?.message_ids, more], [ids, []]);
    }
    assert.deepEqual(await locationOf(hamlet, late[0] ?? 0), [from, "topic"]);
    assert.deepEqual(await locationOf(hamlet, ids[7] ?? 0), [home, changesChannel ? "topic" : "hall"]);
    // The notice gives the number of moved messages. It does not say that the whole topic was moved, because a message
    // was sent to the topic in the meantime.
    assert.match((await noticesIn(hamlet, from, "topic"))[0] ?? "", new RegExp(`^${MANY} messages were moved`));
  });
}
