import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  addBulkMembers,
  countStatements,
  createTestOrganization,
  startServer,
  type TestServer,
} from "@parlance/testkit";
import { indexNextMessages } from "#search/actions/index-next-messages.ts";
import { CHANGE_ALL, moveAs, locationOf, WITHOUT_NOTICES } from "./fixtures/move-messages.ts";

/** A separate server for this file, because the tests count all statements of the server. */
const own = await startServer();

/** Maximum number of statements that indexing new messages can execute during a measurement. */
const MEANWHILE = 12;

/** Copies a message until its topic contains `count` messages. */
async function multiply({ db }: TestServer, id: number, count: number): Promise<void> {
  await db.write(async (tx) => {
    await sql`
      insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
      select nextval('message_id'), realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client
      from message cross join generate_series(2, ${count}) where id = ${id}`.execute(tx);
    await sql`
      update realm_counter set last_message_id = (select max(id) from message where realm_id = realm_counter.realm_id)
      where realm_id = (select realm_id from message where id = ${id})`.execute(tx);
  });
}

test("moving a topic of 5,000 messages to another topic or channel needs only a few statements more than moving one message", async () => {
  const realm = await createTestOrganization(own);
  const { server, othello, hamlet, cordelia } = realm;
  const from = await othello.createChannel("denmark", [othello, hamlet], WITHOUT_NOTICES);
  const to = await othello.createChannel("norway", [othello, hamlet, cordelia], WITHOUT_NOTICES);
  const large = await othello.sendToChannel(from, { topic: "large" });
  await multiply(server, large, 5000);
  // Indexes the messages now, so that the server does not index them during the measurement.
  while (!(await server.db.write((tx) => indexNextMessages(tx, realm.realmId)))?.isDone);
  const statementsOf = async (message: number, how: object) =>
    (await countStatements(server.db.pool, () => moveAs(othello, message, { ...how, ...CHANGE_ALL }))).statements;
  for (const how of [{ topic: "elsewhere" }, { stream_id: to }, { topic: "hall", stream_id: from }]) {
    const home = how.stream_id === from ? to : from;
    const few = await statementsOf(await othello.sendToChannel(home, { topic: `as ${how.topic}` }), how);
    const many = await statementsOf(large, how);
    assert.ok(many <= few + MEANWHILE, `${JSON.stringify(how)}: ${few} and ${many}`);
  }
  assert.deepEqual(await locationOf(cordelia, large), [from, "hall"]);
  const { rows } = await sql<{ count: number }>`
    select count(*) from message where topic_key = 'hall'`.execute(server.db.reader);
  // The 5,000 messages of the topic, and two of the three single messages moved for comparison. The third one kept its
  // own topic when it was moved to another channel.
  assert.equal(Number(rows[0]?.count), 5002);
});

test("the number of statements does not depend on the number of users who can read a channel", async () => {
  const realm = await createTestOrganization(own);
  const { server, othello } = realm;
  const channels: { to: number; message: number }[] = [];
  for (const size of [1, 300]) {
    const from = await othello.createChannel(`from ${size}`, [othello], WITHOUT_NOTICES);
    const to = await othello.createChannel(`to ${size}`, [othello], { ...WITHOUT_NOTICES, invite_only: true });
    if (size > 1) await addBulkMembers(server.db, { realmId: realm.realmId, channelId: from, size });
    channels.push({ to, message: await othello.sendToChannel(from) });
  }
  const counts: number[] = [];
  for (const { to, message } of channels) {
    counts.push((await countStatements(server.db.pool, () => moveAs(othello, message, { stream_id: to }))).statements);
  }
  assert.ok((counts[1] ?? 0) <= (counts[0] ?? 0) + MEANWHILE, counts.join(" and "));
});
