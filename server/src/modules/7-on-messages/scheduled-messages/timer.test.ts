import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startBeside, startServer, type Client, type Person } from "@parlance/testkit";
import { schedule } from "./fixtures/scheduling.ts";

/** How late the best of a few messages may be: the machine may do much else at the time. */
const MOST_LATE_MS = 1000;

/** Schedules a message for each of the next seconds, one after the other, and says how late they came, in milliseconds. */
async function lateness(from: Person, to: Person, client: Client, rounds: number): Promise<number[]> {
  const late: number[] = [];
  while (late.length < rounds) {
    const due = Math.ceil(Date.now() / 1000) + 1;
    await schedule(from, { to: [to], content: "sooner", at: due });
    while ((await client.polls({ block: true })).every(({ type }) => type !== "message"));
    late.push(Date.now() - due * 1000);
  }
  return late;
}

const assertInTime = (late: readonly number[]) => {
  assert.ok(Math.min(...late) >= 0, "none comes early");
  assert.ok(Math.min(...late) < MOST_LATE_MS, `${late.join()} ms`);
};

test("a running server delivers within a second, also what is scheduled for an earlier time than the next", async (t) => {
  const server = await startServer({}, { withJobs: true });
  const { hamlet, othello } = await newRealm(server);
  const client = await othello.registers({ event_types: ["message"] });
  await schedule(hamlet, { to: [othello], content: "later" });
  const late = await lateness(hamlet, othello, client, 2);
  t.diagnostic(`late by ${late.join()} ms`);
  assertInTime(late);
});

test("what a process has stored that does not deliver is delivered by another one in time", async (t) => {
  const server = await startServer();
  await startBeside(server, {}, { withJobs: true });
  const { hamlet, othello } = await newRealm(server);
  const client = await othello.registers({ event_types: ["message"] });
  const late = await lateness(hamlet, othello, client, 2);
  t.diagnostic(`late by ${late.join()} ms`);
  assertInTime(late);
});
