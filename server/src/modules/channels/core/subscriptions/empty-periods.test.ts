import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, startServer } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { waitForLogProcessing } from "#modules/notifications/core/fixtures/notifications.ts";
import { pruneEvents } from "#realtime/jobs.ts";
import { pruneEmptyPeriods } from "../jobs.ts";

// With jobs, the server decides on notifications. Events are not pruned before that.
const server = await startServer({}, { withJobs: true });
const context = { db: server.db, clock, log: createLogger({ level: "error" }), signal: new AbortController().signal };
const pruneLog = (): Promise<void> => pruneEvents(3600).run(context, {});
const prunePeriods = (): Promise<void> => pruneEmptyPeriods.run(context, {});

test("after a user has repeatedly subscribed and unsubscribed, only the current subscription period and those in which messages were sent remain stored", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  await othello.createChannel("denmark", [othello]);
  const subscriptions = [{ name: "denmark" }];
  const comesAndGoes = async (meanwhile?: () => Promise<unknown>) => {
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions });
    await meanwhile?.();
    await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  };
  const periods = async (): Promise<number> => {
    const rows = server.db.reader
      .selectFrom("subscription_period")
      .select("to_event_id")
      .where("user_id", "=", hamlet.id);
    return (await rows.execute()).length;
  };
  const before = await periods();
  const client = await othello.registerQueue();
  for (let n = 0; n < 5; n += 1) await comesAndGoes();
  await comesAndGoes(() => othello.sendToChannel("denmark"));
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions });

  // The periods are not deleted yet, because a client can still fetch events of that time.
  await pruneLog();
  await prunePeriods();
  assert.equal(await periods(), before + 7);
  await othello.callOrThrow("DELETE", "/events", { queue_id: client.queueId });
  await waitForLogProcessing(realm);
  await pruneLog();
  await prunePeriods();
  assert.equal(await periods(), before + 2);
  const { messages } = await hamlet.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 10, num_after: 0 });
  assert.ok(messages.some(({ sender_id: id }) => id === othello.id));
});
