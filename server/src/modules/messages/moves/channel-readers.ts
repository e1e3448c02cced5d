import { sql } from "kysely";
import { difference } from "@parlance/contract/state/list-operations.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";

/**
 * Returns the given users who can read the content of the channel. In a channel with protected history, they can still
 * only read the messages that they received.
 */
export async function filterChannelReaders(
  db: Reader,
  channelId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select account.id from account
    join channel on channel.id = ${channelId}
    left join subscription on subscription.user_id = account.id and subscription.channel_id = channel.id
    where account.id = any(${userIds}::int[]) and ${canReadContentInSql("account")}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of all users in an audience. */
export async function loadAudienceUsers(
  db: Reader,
  { channel, users = [], except = [] }: Audience,
): Promise<Set<number>> {
  const rows = channel === undefined ? [] : await loadSubscribers(db, channel);
  return new Set(difference([...rows, ...users], except));
}

export async function loadSubscribers(db: Reader, channelId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .where("is_active", "=", true)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns the ids of the messages to which users are connected by flags, by user id. A user is connected to a message
 * by flags if he or she has flags on it without having received it with a subscription. The message ids are ascending.
 */
export async function loadConnectedMessages(
  db: Reader,
  userIds: readonly number[],
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select user_id, json_agg(message_id order by message_id) as ids from message_flag
    where message_id = any(${ids}::bigint[]) and user_id = any(${userIds}::int[]) and ${hasConnectingFlagInSql}
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, ids: own }) => [user_id, own]));
}
