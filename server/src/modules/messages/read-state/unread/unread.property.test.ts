import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { createTestOrganization } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { isWithinPeriod, type SubscriptionPeriod } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { packExceptions } from "../actions/storage/packed-exceptions.ts";
import { receivedConversationsInSql, isInReceivedConversationInSql } from "../received-conversations.ts";
import { messageFlags } from "../flags/message-flags.ts";
import { joinReadBitsInSql, loadChunks, writeBits } from "./read-bitmap.ts";
import { isReceivedOrConnected, isReceivedOrConnectedInSql } from "../received-messages.ts";
import { isUnread, isUnreadAmongManyInSql, isUnreadInConversationInSql, isUnreadInSql } from "./unread.ts";
import { isExceptionInSql } from "./unread-exceptions.ts";

const realm = await createTestOrganization();
const { server, realmId, hamlet, othello } = realm;
const channelId = await othello.createChannel("denmark", [othello, hamlet]);
const { recipient_id: recipientId } = await server.db.reader
  .selectFrom("channel")
  .select("recipient_id")
  .where("id", "=", channelId)
  .executeTakeFirstOrThrow();

/** Message ids higher than all existing ones, close to the boundaries between chunks of read bits. */
const BASE = 4096 * 1_000_000;
const OFFSETS = [1, 2, 7, 8, 9, 4094, 4095, 4096, 4097, 8191, 8192, 8193];

const messages = fc.record({
  isOwn: fc.boolean(),
  isSettled: fc.boolean(),
  isRead: fc.boolean(),
  exception: fc.constantFrom("none", "row", "packed", "both"),
  flags: fc.constantFrom(0, messageFlags.starred, messageFlags.historical, messageFlags.summoned),
});
const worlds = fc
  .record({
    messages: fc.array(messages, { minLength: OFFSETS.length, maxLength: OFFSETS.length }),
    // Bounds for two periods of subscription and the watermark: the user subscribed, unsubscribed and subscribed again.
    // The watermark is never below the start of the second period.
    bounds: fc.uniqueArray(fc.constantFrom(0, ...OFFSETS, 8200), { minLength: 4, maxLength: 4 }),
    isSubscribed: fc.boolean(),
  })
  .map(({ bounds, ...world }) => {
    const [from = 0, to = 0, again = 0, readUpTo = 0] = bounds.toSorted((a, b) => a - b).map((offset) => BASE + offset);
    const periods: readonly SubscriptionPeriod[] = [
      { from, to },
      { from: again, to: world.isSubscribed ? null : BASE + 8192 },
    ];
    return { ...world, periods, readUpTo };
  });
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

async function build(tx: Tx, { messages: all, periods, isSubscribed, readUpTo }: World): Promise<void> {
  const text = { topic: "t", topic_key: "t", content: "x", rendered_content: "x", client: "c", sent_at: new Date() };
  const ids = OFFSETS.map((offset) => BASE + offset);
  const rows = all.map(({ isOwn, isSettled }, n) => ({
    ...text,
    id: ids[n] as number,
    realm_id: realmId,
    recipient_id: recipientId,
    sender_id: isOwn ? hamlet.id : othello.id,
    is_settled: isSettled,
  }));
  await tx.insertInto("message").values(rows).execute();
  const own = { user_id: hamlet.id };
  for (const [n, { flags }] of all.entries()) {
    const message = { ...own, message_id: ids[n] as number };
    if (flags !== 0)
      await tx
        .insertInto("message_flag")
        .values({ ...message, flags })
        .execute();
  }
  const except = async (...kinds: string[]) => {
    const excepted = ids.filter((_, n) => kinds.includes(all[n]?.exception ?? ""));
    if (excepted.length === 0) return;
    const exceptions = excepted.map((message_id) => ({ ...own, message_id }));
    await tx.insertInto("unread_exception").values(exceptions).execute();
  };
  await except("packed", "both");
  await packExceptions(tx, hamlet.id);
  await except("row", "both");
  const { chunks } = await loadChunks(tx, hamlet.id, ids);
  writeBits(chunks, ids, true);
  const unread = ids.filter((_, n) => !all[n]?.isRead);
  writeBits(chunks, unread, false);
  for (const [chunk, bits] of chunks)
    await tx
      .insertInto("read_chunk")
      .values({ ...own, chunk, bits: Buffer.from(bits) })
      .execute();
  await tx.deleteFrom("subscription_period").where("user_id", "=", hamlet.id).execute();
  for (const [n, { from, to }] of periods.entries()) {
    const ofMessages = { from_message_id: from, to_message_id: to };
    const ofEvents = { from_event_id: BASE + 2 * n, to_event_id: to && BASE + 2 * n + 1 };
    const period = { ...own, recipient_id: recipientId, ...ofMessages, ...ofEvents };
    await tx.insertInto("subscription_period").values(period).execute();
  }
  const ofHamlet = sql<boolean>`user_id = ${hamlet.id} and channel_id = ${channelId}`;
  await tx.updateTable("subscription").set({ is_active: isSubscribed, read_up_to: readUpTo }).where(ofHamlet).execute();
}

/** Computes the expected read state with the functions in code. */
const expectedOf = ({ messages: all, periods, isSubscribed, readUpTo }: World) =>
  all.map(({ isOwn, isSettled, isRead, exception, flags }, n) => {
    const id = BASE + (OFFSETS[n] as number);
    const is_received = periods.some((period) => isWithinPeriod(id, period));
    const facts = {
      id,
      is_active: isSubscribed,
      read_up_to: readUpTo,
      is_news: !isOwn && !isSettled,
      has_read_bit: isRead,
      is_exception: exception !== "none",
    };
    const is_unread = isUnread(facts);
    return {
      has_come: isReceivedOrConnected({ is_received, flags }),
      is_unread,
      among_many: is_unread,
      in_place: is_unread,
    };
  });

async function answersOf(tx: Tx): Promise<unknown[]> {
  const userId = sql<number>`${hamlet.id}::int`;
  const person = { id: hamlet.id, realmId, role: 400 } as const;
  const { rows } = await sql`
    with mine as (${receivedConversationsInSql(person)})
    select ${isReceivedOrConnectedInSql(userId)} as has_come, ${isUnreadInSql(hamlet.id)} as is_unread,
      ${isUnreadAmongManyInSql(hamlet.id)} as among_many,
      subscription.is_active and ${isUnreadInConversationInSql(userId, "subscription")} or ${isExceptionInSql(userId)} as in_place
    from message
    join subscription on subscription.user_id = ${userId} and subscription.recipient_id = message.recipient_id
    left join mine on ${isInReceivedConversationInSql}
    ${joinReadBitsInSql(userId)}
    where message.id > ${BASE} order by message.id`.execute(tx);
  return rows;
}

class Undone extends Error {}

test("the functions in code and the conditions in SQL agree which messages a user received and which are unread", () =>
  assertProperty(
    fc.asyncProperty(worlds, async (world) => {
      const change = server.db.write(async (tx) => {
        await build(tx, world);
        assert.deepEqual(await answersOf(tx), expectedOf(world));
        throw new Undone();
      });
      await assert.rejects(change, (error) => {
        if (!(error instanceof Undone)) throw error;
        return true;
      });
    }),
    { rounds: 30, exploreRounds: 300 },
  ));
