import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServerBeside, startServer, type Client, type TestUser } from "@parlance/testkit";
import { schedule } from "./fixtures/schedule-messages.ts";

/** The polling interval is longer than the test. */
const SELDOM = { withJobs: true, pollSeconds: 3600 };

/** Schedules messages one after the other, each for the next second. Asserts that they are received, and not early. */
async function comeInTime(from: TestUser, to: TestUser, client: Client): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const due = Math.ceil(Date.now() / 1000) + 1;
    await schedule(from, { to: [to], content: "sooner", at: due });
    while ((await client.poll({ block: true })).every(({ type }) => type !== "message"));
    assert.ok(Date.now() >= due * 1000);
  }
}

test("a running server delivers in time, also if a message is scheduled earlier than the next one", async () => {
  const server = await startServer({}, SELDOM);
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await schedule(hamlet, { to: [othello], content: "later" });
  await comeInTime(hamlet, othello, client);
});

test("a message stored by a process that does not deliver is delivered by another one in time", async () => {
  const server = await startServer();
  await startServerBeside(server, {}, SELDOM);
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await comeInTime(hamlet, othello, client);
});
