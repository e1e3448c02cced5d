import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServerBeside, startServer, type Client, type TestUser } from "@parlance/testkit";
import { schedule } from "./fixtures/schedule-messages.ts";

/** Options with a polling interval that is longer than the test, so that no message is delivered because of polling. */
const SELDOM = { withJobs: true, pollSeconds: 3600 };

/**
 * Schedules two messages, one after the other, each for the next second. Asserts that each is received, and not before
 * its time.
 */
async function comeInTime(from: TestUser, to: TestUser, client: Client): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const due = Math.ceil(Date.now() / 1000) + 1;
    await schedule(from, { to: [to], content: "sooner", at: due });
    while ((await client.poll({ block: true })).every(({ type }) => type !== "message"));
    assert.ok(Date.now() >= due * 1000);
  }
}

test("a running server delivers a message on time, even if it is scheduled for an earlier time than all others", async () => {
  const server = await startServer({}, SELDOM);
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await schedule(hamlet, { to: [othello], content: "later" });
  await comeInTime(hamlet, othello, client);
});

test("a message scheduled at a process that does not deliver is delivered on time by another process", async () => {
  const server = await startServer();
  await startServerBeside(server, {}, SELDOM);
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await comeInTime(hamlet, othello, client);
});
