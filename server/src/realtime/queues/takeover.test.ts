import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  Client,
  createTestOrganization,
  lockRows,
  startServer,
  startServerBeside,
  untilTransactionsBlocked,
} from "@parlance/testkit";

test("if a poll is replaced while it reads earlier events, the next poll gets all events, also those that only the first has read", async () => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const registered = await othello.registerQueue({ event_types: ["message"] });
  await hamlet.sendDirectMessage(othello, { content: "earlier" });
  const [earlier] = await registered.poll();
  assert.ok(earlier);
  // The second process does not have the earlier event in memory, and therefore reads it from the database.
  const other = await startServerBeside(server);
  const unlockPeriods = await lockRows(server.db, sql`lock table subscription_period in access exclusive mode`);
  const replaced = new Client(othello.at(other), registered.state).poll({ block: true });
  await untilTransactionsBlocked(server, 1, "subscription_period");

  const unlockQueue = await lockRows(
    server.db,
    sql`select from event_queue where id = ${registered.queueId} for update`,
  );
  const second = new Client(othello.at(other), registered.state);
  second.lastEventId = earlier.id;
  const next = second.poll({ block: true });
  await untilTransactionsBlocked(server, 1, "event_queue");
  const id = await hamlet.sendDirectMessage(othello, { content: "new" });
  await other.queues.hub.consumeCommitted(realmId);
  await unlockPeriods();
  const earlierResponse = await replaced;
  await unlockQueue();

  await hamlet.sendDirectMessage(othello, { content: "newer" });
  assert.equal((await next)[0]?.message?.id, id);
  assert.deepEqual(earlierResponse, []);
});

test("if a poll is replaced just before it waits, the next poll gets all events from then on", async () => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  const unlockQueue = await lockRows(server.db, sql`select from event_queue where id = ${client.queueId} for update`);
  const replaced = client.poll({ block: true });
  await untilTransactionsBlocked(server, 1, "event_queue");
  const next = client.poll({ block: true });
  await othello.callOrThrow("GET", "/users/me");
  const id = await hamlet.sendDirectMessage(othello, { content: "new" });
  await server.queues.hub.consumeCommitted(realmId);
  await unlockQueue();

  const earlierResponse = await replaced;
  await hamlet.sendDirectMessage(othello, { content: "newer" });
  assert.equal((await next)[0]?.message?.id, id);
  assert.deepEqual(earlierResponse, []);
});
