import { sql } from "kysely";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { OFFLINE_THRESHOLD_SECONDS } from "#modules/users/core/presence/presence-intervals.ts";
import type { NotifiableMessage } from "./decision/candidates.ts";

/**
 * Query that returns, for each organization whose log is being processed for notifications, the id of the last
 * processed event: `realm_id`, `event_id`.
 */
export const processedPositionsInSql = sql`select realm_id, event_id from notice_progress`;

/** Returns the users who have recently been active in a client. */
export async function filterOnlineUsers(db: Reader, userIds: readonly number[], now: Date): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const since = new Date(now.getTime() - OFFLINE_THRESHOLD_SECONDS * 1000);
  const rows = await db
    .selectFrom("user_presence")
    .select("user_id")
    .where("user_id", "=", sql<number>`any(${userIds}::int[])`)
    .where("active_at", ">", since)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Loads the senders and conversations of messages, by id; deleted messages are left out. */
export async function loadNotifiableMessages(
  db: Reader,
  messageIds: readonly number[],
): Promise<Map<number, NotifiableMessage>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("message")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["message.id", "message.sender_id", "message.topic", "channel.id as channel_id"])
    .where("message.id", "=", sql<number>`any(${messageIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map(({ id, sender_id: senderId, topic, channel_id: channelId }) => {
      return [id, { id, senderId, channelTopic: channelId === null ? null : { channelId, topic } }];
    }),
  );
}

/** Returns the time at which a message was sent. The message must exist. */
export async function loadSentAt(db: Reader, messageId: number): Promise<Date> {
  const row = await db.selectFrom("message").select("sent_at").where("id", "=", messageId).executeTakeFirstOrThrow();
  return row.sent_at;
}

interface NotificationKeyRow {
  readonly user_id: number;
  readonly message_id: number;
}

/** Maximum number of notifications in memory at a time. */
const PAGE_SIZE = 1000;

/**
 * Iterates over the notifications of these messages and of these users that have not ended, in pages. Each page
 * contains message ids by user, in descending order. Pages are needed because a user may have tens of thousands of
 * notifications. Changes during the iteration are not visible.
 */
export async function* loadNotificationsToReview(
  tx: Tx,
  { messageIds, userIds }: { readonly messageIds: readonly number[]; readonly userIds: readonly number[] },
): AsyncGenerator<ReadonlyMap<number, readonly number[]>> {
  if (messageIds.length + userIds.length === 0) return;
  await sql`
    declare notices_to_review no scroll cursor for
    select user_id, message_id from notice
    where ended_at is null and (message_id = any(${messageIds}::bigint[]) or user_id = any(${userIds}::int[]))
    order by user_id, message_id desc`.execute(tx);
  for (;;) {
    const { rows } = await sql<NotificationKeyRow>`fetch ${sql.lit(PAGE_SIZE)} from notices_to_review`.execute(tx);
    if (rows.length === 0) break;
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
    yield new Map([...byUser].map(([userId, own]) => [userId, own.map(({ message_id }) => message_id)]));
  }
  await sql`close notices_to_review`.execute(tx);
}
