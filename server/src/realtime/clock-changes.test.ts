import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { sql } from "kysely";
import {
  type Client,
  clock,
  days,
  hours,
  minutes,
  createTestOrganization,
  seconds,
  startServerBeside,
  startServer,
  TestClock,
  untilPollsWaiting,
  type TestServer,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { pruneEvents } from "./jobs.ts";

async function isAlive({ user, queueId, lastEventId }: Client): Promise<boolean> {
  const answer = await user.get("/events", { queue_id: queueId, last_event_id: lastEventId, dont_block: true });
  if (answer.result === "error") assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  return answer.result === "success";
}

/** Advances the test clock by a duration, and runs the rounds of the server's queue persister that are due. */
async function lives({ queues: { persister } }: TestServer, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += persister.roundMs) {
    clock.tick(persister.roundMs);
    await persister.runRound();
  }
}

/** Prunes the event log, as the scheduled job does. */
function prune({ db }: TestServer, maxAgeSeconds: number): Promise<void> {
  const context = { db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal };
  return pruneEvents(maxAgeSeconds).run(context, {});
}

test("a heartbeat is sent although the wall clock was set back", async () => {
  await using server = await startServer({ heartbeatSeconds: 1 });
  const { hamlet } = await createTestOrganization(server);
  const client = await hamlet.registerQueue();
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  mock.timers.enable({ apis: ["Date"], now: Date.now() - hours(1) });
  try {
    assert.equal((await waiting)[0]?.type, "heartbeat");
  } finally {
    mock.timers.reset();
  }
});

test("a queue that is not polled is deleted after its idle time, and not before", async () => {
  await using server = await startServer({ queueIdleSeconds: 600 });
  const { hamlet } = await createTestOrganization(server);
  const [resting, polled] = [await hamlet.registerQueue(), await hamlet.registerQueue()];
  await lives(server, minutes(9));
  assert.ok(await isAlive(polled));
  await lives(server, seconds(40));
  assert.ok(await isAlive(polled));
  // Set the time of the last poll back, because the database's wall clock does not follow the test clock.
  await sql`update event_queue set last_used_at = last_used_at - interval '1 day'`.execute(server.db.reader);
  await lives(server, seconds(60));

  assert.equal(await isAlive(resting), false);
  assert.ok(await isAlive(polled));
});

test("a queue with a waiting long poll is not deleted, however long the poll waits", async () => {
  await using server = await startServer({ queueIdleSeconds: 60, heartbeatSeconds: 3600 });
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  await sql`update event_queue set last_used_at = last_used_at - interval '1 day'`.execute(server.db.reader);
  await lives(server, minutes(5));
  const id = await othello.sendDirectMessage(hamlet);
  assert.equal((await waiting)[0]?.["message"]?.id, id);
});

test("no queue is lost when the wall clock of the servers or of the database is set forward", async () => {
  await using server = await startServer({ queueIdleSeconds: 600 });
  const { hamlet } = await createTestOrganization(server);
  const resting = await hamlet.registerQueue();
  await server.queues.persister.runRound();
  clock.shiftWallClock(days(30));
  try {
    // For the database's clock, the last poll is now a month ago.
    await sql`update event_queue set last_used_at = last_used_at - interval '30 days'`.execute(server.db.reader);
    await lives(server, minutes(2));
    assert.ok(await isAlive(resting));
  } finally {
    clock.shiftWallClock(-days(30));
  }
});

test("a process with a wrong clock does not delete other processes' queues", async () => {
  await using first = await startServer({ queueIdleSeconds: 600 });
  const { hamlet } = await createTestOrganization(first);
  const resting = await hamlet.registerQueue();
  for (const ahead of [minutes(15), -minutes(15)]) {
    const wrongClock = new TestClock();
    wrongClock.shiftWallClock(ahead);
    await using second = await startServerBeside(first, { queueIdleSeconds: 600 }, { clock: wrongClock });
    const there = await hamlet.at(second).registerQueue();
    for (let round = 0; round < 6; round += 1) {
      await second.queues.persister.runRound();
      await first.queues.persister.runRound();
    }
    assert.ok(await isAlive(resting));
    assert.ok(await isAlive(there));
  }
});

test("after a pause in which no server was running, every queue has its full idle time again", async () => {
  await using server = await startServer({ queueIdleSeconds: 600 });
  const { hamlet } = await createTestOrganization(server);
  const resting = await hamlet.registerQueue();
  await sql`update event_queue set last_used_at = last_used_at - interval '1 day'`.execute(server.db.reader);
  await lives(server, minutes(9));
  clock.tick(hours(5));
  await lives(server, minutes(9));
  assert.ok(await isAlive(resting));
});

test("no event that a queue has not fetched is lost when the clock is set forward", async () => {
  await using server = await startServer();
  const { hamlet } = await createTestOrganization(server);
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  await prune(server, 3600);
  const id = await hamlet.sendDirectMessage(hamlet);
  await sql`update event set created_at = created_at - interval '30 days'`.execute(server.db.reader);
  clock.shiftWallClock(days(30));
  try {
    await prune(server, 3600);
  } finally {
    clock.shiftWallClock(-days(30));
  }
  assert.deepEqual(
    (await client.poll()).map((event) => event["message"]?.id),
    [id],
  );
});

test("an event that a queue does not fetch for too long is deleted, together with the queue", async () => {
  await using server = await startServer({ queueIdleSeconds: 86_400 });
  const { hamlet, othello } = await createTestOrganization(server);
  const [slow, quick] = [await hamlet.registerQueue(), await othello.registerQueue()];
  await hamlet.sendDirectMessage(othello);
  await quick.poll();
  await quick.poll();
  await lives(server, seconds(20));
  await prune(server, 3600);
  await lives(server, minutes(50));
  await prune(server, 3600);
  assert.ok(await isAlive(slow));
  await lives(server, minutes(15));
  await hamlet.sendDirectMessage(othello, { content: "new" });
  await prune(server, 3600);

  assert.equal(await isAlive(slow), false);
  const contents = (await quick.poll()).filter(({ type }) => type === "message").map(({ message }) => message?.content);
  assert.deepEqual(contents, ["<p>new</p>"]);
});
