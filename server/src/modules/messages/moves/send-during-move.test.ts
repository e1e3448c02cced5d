import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newRealm, untilWaiting, watching, type Person, type TestServer } from "@parlance/testkit";
import { ALL, followNothing, movesAloud, noticesIn, ofType, placeOf, quiet } from "./fixtures/move-messages.ts";

/** More than are made searchable at once: the rest is left to later. */
const MANY = 25;

async function writesMany(person: Person, channel: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < MANY) ids.push(await person.writes(channel));
  return ids;
}

/** Does something while a move cannot end: it has stored where the messages are, and waits to note it for the search. */
async function whileStoring({ db }: TestServer, move: () => Promise<unknown>, meanwhile: () => Promise<void>) {
  let moving: Promise<unknown> | undefined;
  await db.write(async (tx) => {
    await sql`lock table search_stale in exclusive mode`.execute(tx);
    moving = move();
    await untilWaiting({ db }, 1, "insert into search_stale");
    await meanwhile();
  });
  await moving;
}

for (const changesChannel of [false, true]) {
  const where = changesChannel ? "another channel" : "another topic";
  test(`others send and fetch while a topic goes to ${where}, and what they send into it stays`, async () => {
    const { server, hamlet, othello, cordelia } = await newRealm();
    await followNothing(hamlet, othello, cordelia);
    const from = await othello.creates("denmark", [othello, hamlet, cordelia], quiet);
    const to = await othello.creates("norway", [othello, hamlet], quiet);
    const ids = await writesMany(othello, from);
    const home = changesChannel ? to : from;
    const how = changesChannel ? { stream_id: to } : { topic: "hall" };
    const late: number[] = [];
    const heard = await watching([hamlet, othello, cordelia], () =>
      whileStoring(
        server,
        () => movesAloud(othello, ids[0] ?? 0, { ...how, ...ALL, send_notification_to_old_thread: true }),
        async () => {
          late.push(await hamlet.writes(from), await hamlet.writes(from, { topic: "elsewhere" }));
          late.push(await cordelia.writes(home, { topic: changesChannel ? "topic" : "hall" }));
          assert.deepEqual(await placeOf(hamlet, ids[0] ?? 0), [from, "topic"]);
          assert.deepEqual(await placeOf(hamlet, ids.at(-1) ?? 0), [from, "topic"]);
        },
      ),
    );
    for (const events of heard) {
      const [told, ...more] = ofType(events, "update_message");
      assert.deepEqual([told?.message_ids, more], [ids, []]);
    }
    assert.deepEqual(await placeOf(hamlet, late[0] ?? 0), [from, "topic"]);
    assert.deepEqual(await placeOf(hamlet, ids[7] ?? 0), [home, changesChannel ? "topic" : "hall"]);
    // Not the whole topic: one was sent meanwhile.
    assert.match((await noticesIn(hamlet, from, "topic"))[0] ?? "", new RegExp(`^${MANY} messages were moved`));
  });
}
