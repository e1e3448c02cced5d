import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { clock, hours, createTestOrganization, seconds, startServer, type TestServer } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { waitForLogProcessing } from "#modules/notifications/core/fixtures/notifications.ts";
import { pruneEvents } from "./jobs.ts";

const IDLE_SECONDS = 60;
const MAX_AGE_SECONDS = 3600;
// With jobs, the server has a notifier, which processes the log as in production.
const server = await startServer({ queueIdleSeconds: IDLE_SECONDS }, { withJobs: true });
after(() => clock.reset());

/** Advances the test clock by a duration, and runs the rounds of the server's queue persister that are due. */
async function lives({ queues: { persister } }: TestServer, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += persister.roundMs) {
    clock.tick(persister.roundMs);
    await persister.runRound();
  }
}

const prune = (): Promise<void> =>
  pruneEvents(MAX_AGE_SECONDS).run(
    { db: server.db, clock, log: createLogger({ level: "error" }), signal: new AbortController().signal },
    {},
  );

async function rows() {
  const counts = await sql<{ events: number; queues: number; ages: number }>`
    select (select count(*) from event) as events, (select count(*) from event_queue) as queues,
      (select count(*) from event_age) as ages`.execute(server.db.reader);
  return counts.rows[0];
}

test("on an idle server, the tables of events and queues are empty once all queues were deleted or have expired", async () => {
  const realms = [await createTestOrganization(server), await createTestOrganization(server)];
  for (const { hamlet, othello } of realms) {
    const [polled, deleted] = [
      await hamlet.registerQueue(),
      await hamlet.registerQueue(),
      await othello.registerQueue(),
    ];
    const channel = await hamlet.createChannel("denmark", [hamlet, othello]);
    await othello.sendToChannel(channel, { content: "@**King Hamlet**" });
    await polled.poll();
    await hamlet.callOrThrow("DELETE", "/events", { queue_id: deleted.queueId });
  }
  await prune();
  const busy = await rows();
  assert.ok(busy && busy.events > 0 && busy.queues === 4 && busy.ages > 0, JSON.stringify(busy));

  // Polls are saved in this half of the idle time. Then the time of the last poll is set back, because the database's
  // wall clock does not follow the test clock.
  await lives(server, seconds(IDLE_SECONDS / 2));
  await sql`update event_queue set last_used_at = last_used_at - interval '1 day'`.execute(server.db.reader);
  await lives(server, seconds(2 * IDLE_SECONDS));
  for (const realm of realms) await waitForLogProcessing(realm);
  await prune();
  const idle = await rows();
  assert.deepEqual([idle?.events, idle?.queues], [0, 0]);

  // Recorded ages of events are deleted once they are older than the maximum age of events.
  await lives(server, hours(1));
  await prune();
  await prune();
  assert.deepEqual(await rows(), { events: 0, queues: 0, ages: 0 });
});
