import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { countStatements, newRealm, type TestRealm } from "@parlance/testkit";

/** Puts so many messages of Othello's into a channel, all at once and without events. */
async function fill({ server, realmId, othello }: TestRealm, channelId: number, count: number): Promise<number[]> {
  return server.db.write(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with sent as (
        insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
        select nextval('message_id'), ${realmId}, channel.recipient_id, ${othello.id}, 't', 't', 'Hi', '<p>Hi</p>', now(), 'test'
        from channel, generate_series(1, ${count}::int) where channel.id = ${channelId}
        returning id
      ), counter as (
        update realm_counter set last_message_id = (select max(id) from sent) where realm_id = ${realmId}
      )
      select id from sent order by id`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

test("marking 5,000 messages asks the database as often as marking one, and writes no row for each", async () => {
  const realm = await newRealm();
  const { hamlet, othello, server } = realm;
  const channel = await othello.creates("denmark", [othello, hamlet]);
  const ids = await fill(realm, channel, 10_000);
  const mark = (op: string, messages: readonly number[]) =>
    countStatements(server.db.pool, () => hamlet.does("POST", "/messages/flags", { messages, op, flag: "read" }));
  // Where the first message of a chunk is marked, the chunks are counted.
  await mark("add", [ids[0]!, ids.at(-1)!]);

  const one = await mark("add", [ids[1]!]);
  const page = await mark("add", ids.slice(2, 5002));
  assert.ok(page.statements <= one.statements + 2, `${page.statements} statements, ${one.statements} for one`);
  // It loads what is asked for; beyond that, what it writes are a watermark, some bits and an event.
  assert.ok(page.rows - 5000 <= 20, `${page.rows} rows`);

  const back = await mark("remove", ids.slice(2, 5002));
  assert.ok(back.statements <= one.statements, `${back.statements} statements`);
});
