import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createTestOrganization, testServer } from "@parlance/testkit";
import { EVENT_ID_STEP } from "./event-ids.ts";
import type { LoggedEvent } from "./event-log.ts";
import { LogTail } from "./log-tail.ts";

const { db } = await testServer();

/** Closes the connections on which commits are flushed, as a crash and restart of the database would. */
const cutFlushConnections = () =>
  sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'parlance flush' and datname = current_database()`.execute(db.reader);

test("events of another process are delivered once they are on disk, and are not delivered while a crash may have lost them", async () => {
  const { hamlet, realmId } = await createTestOrganization();
  const consumed: LoggedEvent[] = [];
  let crashes = false;
  const onError = (error: unknown) => assert.fail(String(error));
  const reader = db.reader.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (crashes) await cutFlushConnections();
      return result;
    },
  });
  const unlucky = { reader, flushConnection: () => db.flushConnection() };
  const tail = await LogTail.open(realmId, unlucky, (event) => void consumed.push(event), onError);
  await hamlet.createChannel("elsinore");
  crashes = true;
  await assert.rejects(tail.catchUp());
  assert.deepEqual(consumed, []);

  crashes = false;
  await tail.catchUp();
  await tail.caughtUp();
  assert.ok(consumed.length > 0);
});

/** More than the number of microtasks that a run of a tail takes to end. */
const MICROTASKS = 12;

test("an event that is added just when the events before it have been consumed is consumed too", async () => {
  const { hamlet, realmId } = await createTestOrganization();
  await hamlet.createChannel("elsinore");
  for (let delay = 0; delay < MICROTASKS; delay += 1) {
    const consumed: number[] = [];
    const onError = (error: unknown) => assert.fail(String(error));
    const tail = await LogTail.open(realmId, db, ({ id }) => void consumed.push(id), onError);
    const ids = [tail.head + EVENT_ID_STEP, tail.head + 2 * EVENT_ID_STEP];
    const [first, second] = ids.map((id) => ({ realmId, id, audience: { realmId }, payload: { type: "t" }, size: 0 }));
    tail.addCommitted([first as LoggedEvent]);
    for (let passed = 0; passed < delay; passed += 1) await Promise.resolve();
    tail.addCommitted([second as LoggedEvent]);
    await tail.caughtUp();
    assert.deepEqual(consumed, ids, `added ${delay} microtasks later`);
  }
});
