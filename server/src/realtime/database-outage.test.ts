import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  type Client,
  clock,
  createTestOrganization,
  DedicatedPostgres,
  seconds,
  startServerOnDatabase,
  untilPollsWaiting,
  type TestServer,
} from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";

const { rounds: ROUNDS } = randomRun({ rounds: 2, exploreRounds: 4 });
const IDLE_SECONDS = 4;
const QUEUES = 6;
const RESTING = 6;

/** Polls until a message is received. Failed polls are retried, as by a client that never registers again. */
async function nextMessage(client: Client): Promise<number> {
  for (;;) {
    const { queueId: queue_id, lastEventId: last_event_id } = client;
    const answer = await client.user.get("/events", { queue_id, last_event_id });
    assert.notEqual(answer.code, "BAD_EVENT_QUEUE_ID", "the queue is lost");
    const events = answer.result === "success" ? (answer["events"] as { id: number; message: { id: number } }[]) : [];
    const [event] = events;
    if (!event) continue;
    client.lastEventId = event.id;
    return event.message.id;
  }
}

/** Runs the servers' queue persisters for longer than a queue's idle time while the database is unreachable. */
async function live(servers: readonly TestServer[]): Promise<void> {
  for (let passed = 0; passed < 3 * IDLE_SECONDS; passed += 1) {
    clock.tick(seconds(1));
    for (const { queues } of servers) await queues.persister.runRound();
  }
}

test("a database outage longer than the idle time deletes neither idle queues nor queues with a waiting poll", async () => {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await DedicatedPostgres.start();
  const settings = { queueIdleSeconds: IDLE_SECONDS, heartbeatSeconds: 3600 };
  const first = cleanup.use(await startServerOnDatabase(postgres.connection, settings));
  const second = cleanup.use(await startServerOnDatabase(postgres.connection, settings));
  const { hamlet, othello } = await createTestOrganization(first);
  const types = { event_types: ["message"] };
  const at = (n: number) => hamlet.at(n % 2 === 0 ? first : second);
  const clients = await Promise.all(Array.from({ length: QUEUES }, (_, n) => at(n).registerQueue(types)));

  for (let round = 0; round < ROUNDS; round += 1) {
    const resting = await Promise.all(Array.from({ length: RESTING }, (_, n) => at(n).registerQueue(types)));
    const waiting = clients.map(nextMessage);
    await Promise.all([untilPollsWaiting(first, QUEUES / 2), untilPollsWaiting(second, QUEUES / 2)]);
    await postgres.stop();
    await live([first, second]);
    await postgres.start();
    // Set the time of the last poll back, because the database's wall clock does not follow the test clock.
    await sql`update event_queue set last_used_at = last_used_at - interval '1 day'`.execute(first.db.reader);
    // The order in which the processes reconnect alternates between rounds.
    const order = round % 2 === 0 ? [first, second] : [second, first];
    for (const { queues } of order) await queues.persister.runRound();

    const id = await othello.sendDirectMessage(hamlet, { content: `round ${round}` });
    assert.deepEqual(
      await Promise.all(waiting),
      waiting.map(() => id),
    );
    assert.deepEqual(
      await Promise.all(resting.map(nextMessage)),
      resting.map(() => id),
    );
  }
});
