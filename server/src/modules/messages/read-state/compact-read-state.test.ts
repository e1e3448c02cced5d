import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import fc from "fast-check";
import { createTestOrganization, type TestUser, type TestOrganization } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";

/** Number of rows of read bits that a run writes. Each row has the bits of 4,096 messages. */
const ROUNDS = 20;

const flag = (person: TestUser, op: string, messages: readonly number[]) =>
  person.callOrThrow("POST", "/messages/flags", { messages, op, flag: "read" });

async function unreadOf(person: TestUser): Promise<number[]> {
  const { unread_msgs: unread } = (await person.registerQueue()).state;
  const conversations: { unread_message_ids: number[] }[] = [...unread.streams, ...unread.pms];
  return conversations.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
}

/**
 * Increases the next message id as if other users had sent 4,096 messages, which is as many as one row has bits for.
 */
const pass = ({ server }: TestOrganization) =>
  sql`select setval('message_id', nextval('message_id') + 4096)`.execute(server.db.reader);

const count = async ({ server }: TestOrganization, table: "read_chunk" | "unread_exception", { id }: TestUser) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where user_id = ${id}`.execute(server.db.reader);
  return rows[0]?.count;
};

async function watermark(
  { server }: TestOrganization,
  { id }: TestUser,
  channelId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ read_up_to: number }>`
    select read_up_to from subscription where user_id = ${id} and channel_id = ${channelId}`.execute(server.db.reader);
  return rows[0]?.read_up_to;
}

test("compacting rows of read bits does not change which messages are read", () =>
  assertProperty(
    fc.asyncProperty(
      // Percentage of messages that stay unread: few, some or nearly all. With few, watermarks pass the unread
      // messages.
      fc.constantFrom(2, 5, 95).chain((unreadPercent) =>
        fc.array(
          fc.array(
            fc.nat(99).map((n) => n >= unreadPercent),
            { minLength: 8, maxLength: 8 },
          ),
          { minLength: ROUNDS, maxLength: ROUNDS },
        ),
      ),
      async (rounds) => {
        const realm = await createTestOrganization();
        const { hamlet, othello } = realm;
        await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false });
        await flag(hamlet, "add", await unreadOf(hamlet));
        const before = await unreadOf(hamlet);
        const expected = new Set(before);
        for (const areRead of rounds) {
          const ids = await Promise.all(
            areRead.map((_, n) => (n % 3 ? othello.sendToChannel("a") : othello.sendDirectMessage(hamlet))),
          );
          await flag(
            hamlet,
            "add",
            ids.filter((_, n) => areRead[n]),
          );
          for (const id of ids.filter((_, n) => !areRead[n])) expected.add(id);
          await pass(realm);
        }
        assert.deepEqual(
          await unreadOf(hamlet),
          [...expected].sort((a, b) => a - b),
        );
        await flag(hamlet, "add", [...expected]);
        assert.deepEqual(await unreadOf(hamlet), []);
      },
    ),
    { rounds: 1, exploreRounds: 6, endOnFailure: true },
  ));

test("a message that stays unread while many later ones are read becomes an exception, so that these need not be scanned again", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false });
  const left = await othello.sendToChannel("a");
  for (let round = 0; round < ROUNDS; round += 1) {
    await flag(hamlet, "add", [await othello.sendToChannel("a"), await othello.sendToChannel("a")]);
    await pass(realm);
  }
  assert.ok((await unreadOf(hamlet)).includes(left));
  assert.ok((await count(realm, "unread_exception", hamlet))! >= 1);
  assert.ok((await count(realm, "read_chunk", hamlet))! < 10);
});

test("a single old unread message does not stop the watermark from moving up", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await othello.createChannel("a", [othello, hamlet], { send_new_subscription_messages: false });
  const left = await othello.sendToChannel("a");
  const ids: number[] = [];
  for (let n = 0; n < 20; n += 1) ids.push(await othello.sendToChannel("a"));
  await flag(hamlet, "add", ids.toReversed());

  assert.equal(await watermark(realm, hamlet, channel), ids.at(-1));
  assert.ok((await unreadOf(hamlet)).includes(left));
  await flag(hamlet, "add", [left]);
  assert.ok(!(await unreadOf(hamlet)).includes(left));
});
