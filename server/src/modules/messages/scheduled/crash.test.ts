// Slow: kills servers while they deliver scheduled messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { ServerProcess, until, withServerDatabase } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { copyScheduled, makeDue } from "./fixtures/actions/copy-scheduled.ts";
import { schedule } from "./fixtures/schedule-messages.ts";

const { rounds: MESSAGES } = randomRun({ rounds: 500, exploreRounds: 10_000 });

const delivered = async (db: PostgresDatabase): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scheduled_message where message_id is not null`.execute(db.reader);
  return rows[0]?.count ?? 0;
};

/** Waits until at least `count` messages are delivered. Returns the number of delivered messages. */
const untilDelivered = (server: ServerProcess, count: number): Promise<number> =>
  withServerDatabase(server, (db) =>
    until(async () => {
      const now = await delivered(db);
      return now >= count && now;
    }),
  );

test("if the server is killed while delivering many messages that are due in the same second, each is delivered exactly once after the restart", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const channel = await owner.createChannel("later", [owner, member]);
  const id = await schedule(member, { to: channel, content: "message" });
  await withServerDatabase(server, async (db) => {
    await db.write((tx) => copyScheduled(tx, id, MESSAGES - 1));
    await db.write((tx) => makeDue(tx, member.id));
  });

  const before = await untilDelivered(server, MESSAGES / 5);
  assert.ok(before < MESSAGES, "some are left");
  await server.kill({ database: true });
  await server.restart();
  await untilDelivered(server, MESSAGES);
  const { rows } = await withServerDatabase(server, (db) =>
    sql<{ content: string; count: number }>`
      select content, count(*)::int as count from message
      where sender_id = ${member.id} and content like 'message%' group by content`.execute(db.reader),
  );
  assert.deepEqual([rows.length, rows.filter(({ count }) => count !== 1)], [MESSAGES, []]);
  assert.deepEqual((await member.callOrThrow("GET", "/scheduled_messages")).scheduled_messages, []);
});
