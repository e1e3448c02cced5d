import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { countStatements, createTestOrganization, type TestOrganization, type ResponseOf } from "@parlance/testkit";

/** Inserts `count` messages by Othello into a channel, without emitting events. Returns their ids. */
async function fill(
  { server, realmId, othello }: TestOrganization,
  channelId: number,
  count: number,
): Promise<number[]> {
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

test("marking 5,000 messages executes at most two statements more than marking one message, and writes no row per message", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server } = realm;
  const channel = await othello.createChannel("denmark", [othello, hamlet]);
  const ids = await fill(realm, channel, 10_000);
  const mark = (op: string, messages: readonly number[]) =>
    countStatements(server.db.pool, () =>
      hamlet.callOrThrow("POST", "/messages/flags", { messages, op, flag: "read" }),
    );
  // Marks a message of each chunk beforehand. Marking the first message of a chunk would execute an additional
  // statement, which counts the chunks.
  await mark("add", [ids[0]!, ids.at(-1)!]);

  const one = await mark("add", [ids[1]!]);
  const page = await mark("add", ids.slice(2, 5002));
  assert.ok(page.statements <= one.statements + 2, `${page.statements} statements, ${one.statements} for one`);
  // The 5,000 requested messages are loaded. Apart from that, only a watermark, rows of read bits and an event are
  // written.
  assert.ok(page.rows - 5000 <= 20, `${page.rows} rows`);

  const oneBack = await mark("remove", [ids[1]!]);
  const back = await mark("remove", ids.slice(2, 5002));
  assert.ok(back.statements <= oneBack.statements, `${back.statements} statements, ${oneBack.statements} for one`);
});

test("marking a range of 5,000 messages executes at most two statements more than marking a range of one, and a larger range is reduced to 5,000", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server } = realm;
  const channel = await othello.createChannel("denmark", [othello, hamlet]);
  const ids = await fill(realm, channel, 10_000);
  const narrow = [{ operator: "channel", operand: channel }];
  const mark = async (op: string, flag: string, range: ReturnType<typeof at>) => {
    let answer: Partial<ResponseOf<"POST /messages/flags/narrow">> = {};
    const work = await countStatements(server.db.pool, async () => {
      answer = await hamlet.callOrThrow("POST", "/messages/flags/narrow", { op, flag, narrow, ...range });
    });
    return { ...work, processed: answer["processed_count"], updated: answer["updated_count"] };
  };
  const at = (index: number, num_before: number, num_after: number) => ({
    anchor: String(ids[index]),
    num_before,
    num_after,
  });
  // Marks a message of each chunk beforehand. Marking the first message of a chunk would execute an additional
  // statement, which counts the chunks.
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: [ids[0]!, ids.at(-1)!], op: "add", flag: "read" });

  for (const [op, flag] of [
    ["add", "read"],
    ["remove", "read"],
    ["add", "starred"],
    ["remove", "starred"],
  ] as const) {
    const one = await mark(op, flag, at(5000, 0, 0));
    const page = await mark(op, flag, at(5000, 8000, 8000));
    assert.deepEqual([page.processed, page.updated], [5001, 5000], `${op} ${flag}`);
    assert.ok(page.statements <= one.statements + 2, `${page.statements} statements, ${one.statements} for one`);
  }
  assert.equal((await mark("add", "collapsed", at(5000, 1000, 9000))).processed, 5001);
  assert.equal((await mark("add", "collapsed", at(9990, 9000, 100))).processed, 4910);
});

test("marking all messages as read does not examine the messages, however many are unread", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server } = realm;
  for (let n = 0; n < 3; n += 1) await fill(realm, await othello.createChannel(`c${n}`, [othello, hamlet]), 5000);
  await othello.sendDirectMessage(hamlet);
  const work = await countStatements(server.db.pool, () => hamlet.callOrThrow("POST", "/mark_all_as_read"));
  assert.ok(work.statements <= 10, `${work.statements} statements`);
  assert.ok(work.rows <= 20, `${work.rows} rows`);
  assert.equal((await hamlet.registerQueue()).state["unread_msgs"].count, 0);
});
