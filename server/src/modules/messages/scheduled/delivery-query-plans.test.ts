import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { createTestOrganization, recordStatements, startServer, type TestServer } from "@parlance/testkit";
import { copyScheduled } from "./fixtures/actions/copy-scheduled.ts";
import { advanceOneHour, createDeliverer, schedule, scheduledMessagesSeenBy } from "./fixtures/schedule-messages.ts";

/** Returns the generic plans of statements, as texts. */
async function plansOf({ connection }: TestServer, texts: Iterable<string>): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  // Makes PostgreSQL use an index if a suitable one exists. With the few users in this test, it would otherwise choose
  // sequential scans.
  await client.query("set enable_seqscan = off");
  const plans: string[] = [];
  for (const text of texts) {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  await client.end();
  return plans;
}

/** Runs a function, and returns the statements about scheduled messages that are executed in the meantime. */
async function statementsDuring(server: TestServer, act: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const statements = await recordStatements(server.db.pool, act);
  return new Set(statements.map(({ text }) => text).filter((text) => text.includes("scheduled_message")));
}

test("all queries for scheduled messages can use an index, and checking for due messages is one statement if none is due", async () => {
  const server = await startServer();
  const { hamlet, othello } = await createTestOrganization(server);
  const id = await schedule(hamlet, { to: [othello] });
  await server.db.write(async (tx) => {
    await copyScheduled(tx, id, 5000);
    // Makes most rows belong to another user, as delivered or failed messages.
    await sql`update scheduled_message set sender_id = ${othello.id}, message_id = 1 where id <> ${id}`.execute(tx);
    await sql`update scheduled_message set message_id = null, is_failed = true where id <> ${id} and id % 3 = 0`.execute(
      tx,
    );
  });
  await sql`analyze scheduled_message`.execute(server.db.reader);
  const deliverer = createDeliverer(server);
  await deliverer.deliverDue();

  const look = await recordStatements(server.db.pool, () => deliverer.deliverDue());
  assert.equal(look.length, 1);
  const texts = await statementsDuring(server, async () => {
    await deliverer.deliverDue();
    await scheduledMessagesSeenBy(hamlet);
    const another = await schedule(hamlet, { to: [othello] });
    await hamlet.callOrThrow("PATCH", `/scheduled_messages/${another}`, { content: "Changed" });
    await hamlet.callOrThrow("DELETE", `/scheduled_messages/${another}`);
    advanceOneHour();
    await deliverer.deliverDue();
  });

  assert.ok(texts.size >= 9, `${texts.size} statements`);
  for (const plan of await plansOf(server, texts)) assert.doesNotMatch(plan, /Seq Scan on scheduled_message/);
  const [plan] = await plansOf(server, [look[0]?.text ?? ""]);
  assert.match(plan ?? "", /Index (Only )?Scan using scheduled_message_due/);
});
