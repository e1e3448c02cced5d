import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";

/** The subscribers of channels that are not deactivated, ascending. Channels without any are left out. */
export async function subscriberLists(db: Reader, channelIds: readonly number[]): Promise<Map<number, number[]>> {
  if (channelIds.length === 0) return new Map();
  const { rows } = await sql<{ channel_id: number; user_ids: number[] }>`
    select channel_id, json_agg(user_id order by user_id) as user_ids
    from subscription join account on account.id = user_id and account.is_active
    where channel_id = any(${channelIds}) and subscription.is_active
    group by channel_id`.execute(db);
  return new Map(rows.map(({ channel_id, user_ids }) => [channel_id, user_ids]));
}

/** The channels that new accounts are subscribed to, ascending. */
export async function defaultChannelIds(db: Reader, realmId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_default", "=", true)
    .where("is_archived", "=", false)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
