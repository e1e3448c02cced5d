import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startBeside, startServer, type Client } from "@parlance/testkit";
import { schedule } from "./fixtures/scheduling.ts";

/** How late a message may be on a machine that does much else at the time. */
const MOST_LATE_MS = 1000;
const inSeconds = (count: number) => Math.ceil(Date.now() / 1000) + count;

/** How long after a moment the next message comes, in milliseconds. */
async function lateness(client: Client, due: number): Promise<number> {
  while ((await client.polls({ block: true })).every(({ type }) => type !== "message"));
  return Date.now() - due * 1000;
}

test("a running server delivers within a second, also what is scheduled for an earlier time than the next", async () => {
  const server = await startServer({}, { withJobs: true });
  const { hamlet, othello } = await newRealm(server);
  const client = await othello.registers({ event_types: ["message"] });
  await schedule(hamlet, { to: [othello], content: "later" });
  for (const after of [1, 2]) {
    const due = inSeconds(after);
    await schedule(hamlet, { to: [othello], content: "sooner", at: due });
    const late = await lateness(client, due);
    assert.ok(late >= 0 && late < MOST_LATE_MS, `${late} ms`);
  }
});

test("what a process has stored that does not deliver is delivered by another one in time", async () => {
  const server = await startServer();
  await startBeside(server, {}, { withJobs: true });
  const { hamlet, othello } = await newRealm(server);
  const client = await othello.registers({ event_types: ["message"] });
  const due = inSeconds(1);
  await schedule(hamlet, { to: [othello], at: due });
  const late = await lateness(client, due);
  assert.ok(late >= 0 && late < MOST_LATE_MS, `${late} ms`);
});

test("a server with nothing due asks the database next to nothing", async () => {
  const server = await startServer({}, { withJobs: true });
  const { hamlet, othello } = await newRealm(server);
  await schedule(hamlet, { to: [othello] });
  const asked: string[] = [];
  const { pool } = server.db;
  pool.on("acquire", () => asked.push("acquire"));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.ok(asked.length < 20, `${asked.length} statements in a second`);
});
