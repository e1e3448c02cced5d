import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { ServerProcess, withDatabase } from "@parlance/testkit";
import { chance } from "@parlance/testkit/chance.ts";
import { slowness } from "@parlance/testkit/slowness.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import { copyWaiting } from "./fixtures/actions/copy-waiting.ts";
import { schedule } from "./fixtures/scheduling.ts";

const { numRuns: MESSAGES } = chance(1500, 10_000);
/** How long a server may take to deliver them all, on the machines for which that is meant. */
const MOST_MS = 10_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const delivered = async (db: PostgresDatabase): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scheduled_message where message_id is not null`.execute(db.reader);
  return rows[0]?.count ?? 0;
};

/** Waits until at least so many are delivered; says how many. */
const untilDelivered = (server: ServerProcess, count: number): Promise<number> =>
  withDatabase(server, async (db) => {
    for (const deadline = Date.now() + 60_000; ;) {
      const now = await delivered(db);
      if (now >= count) return now;
      assert.ok(Date.now() < deadline, `only ${now} were delivered`);
      await wait(5);
    }
  });

test("messages that are due in the same second are all delivered once, though the server is killed meanwhile", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.people();
  assert.ok(owner && member);
  const channel = await owner.creates("later", [owner, member]);
  const due = Math.ceil(Date.now() / 1000) + 3;
  const id = await schedule(member, { to: channel, content: "message", at: due });
  await withDatabase(server, (db) => db.write((tx) => copyWaiting(tx, id, MESSAGES - 1)));
  assert.ok(Date.now() < due * 1000, "they were stored in time");

  const before = await untilDelivered(server, MESSAGES / 5);
  assert.ok(before < MESSAGES, "some are left");
  await server.kill({ database: true });
  await server.startAgain();
  const started = performance.now();
  const after = await withDatabase(server, delivered);
  await untilDelivered(server, MESSAGES);

  const took = performance.now() - started;
  t.diagnostic(`${before} before the kill, ${after} at the start, ${MESSAGES} ${Math.round(took)} ms later`);
  assert.ok(took / slowness() < MOST_MS, `it took ${took} ms`);
  const { rows } = await withDatabase(server, (db) =>
    sql<{ content: string; count: number }>`
      select content, count(*)::int as count from message
      where sender_id = ${member.id} and content like 'message%' group by content`.execute(db.reader),
  );
  assert.deepEqual([rows.length, rows.filter(({ count }) => count !== 1)], [MESSAGES, []]);
  assert.deepEqual((await member.does("GET", "/scheduled_messages")).scheduled_messages, []);
});
