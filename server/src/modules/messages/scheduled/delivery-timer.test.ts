import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServerBeside, startServer, type Client, type TestUser } from "@parlance/testkit";
import { schedule } from "./fixtures/schedule-messages.ts";

/** Within the test, it does not look by itself for what is due. */
const SELDOM = { withJobs: true, pollSeconds: 3600 };

/** Schedules messages, each for the next second, one after the other. They come, and none of them early. */
async function comeInTime(from: TestUser, to: TestUser, client: Client): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const due = Math.ceil(Date.now() / 1000) + 1;
    await schedule(from, { to: [to], content: "sooner", at: due });
    while ((await client.poll({ block: true })).every(({ type }) => type !== "message"));
    assert.ok(Date.now() >= due * 1000);
  }
}

test("a running server delivers in time, also what is scheduled for an earlier time than the next", async () => {
  const server = await startServer({}, SELDOM);
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await schedule(hamlet, { to: [othello], content: "later" });
  await comeInTime(hamlet, othello, client);
});

test("what a process has stored that does not deliver is delivered by another one in time", async () => {
  const server = await startServer();
  await startServerBeside(server, {}, SELDOM);
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await comeInTime(hamlet, othello, client);
});
