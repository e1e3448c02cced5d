import { sql, type RawBuilder } from "kysely";
import type { SubscriberLists } from "@parlance/contract/nouns/subscriptions.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** Selects which subscribers of a channel are listed: all, none, or only the important ones if the channel is large. */
export type SubscriberDetail = "true" | "false" | "partial";

/** Number of subscribers from which a channel is large. */
const LARGE_CHANNEL = 250;
const ACTIVE_DAYS = 14;

/**
 * Loads the ids of the active subscribers of channels, ascending. Channels without any are omitted. Deactivated users
 * are excluded by a subquery, because with a join PostgreSQL sorts all subscriptions instead of scanning the index.
 */
export const loadSubscriberLists = (
  db: Reader,
  realmId: number,
  channelIds: readonly number[],
): Promise<SubscriberIds> =>
  selectSubscriberLists(
    db,
    channelIds,
    sql`user_id not in (select id from account where realm_id = ${realmId} and not is_active)`,
  );

/**
 * Loads the ids of the important subscribers of channels, ascending: active bots, and active users who have an event
 * queue or a new account.
 */
const loadImportantSubscribers = (
  db: Reader,
  realmId: number,
  channelIds: readonly number[],
  now: Date,
): Promise<SubscriberIds> =>
  selectSubscriberLists(
    db,
    channelIds,
    sql`user_id in (
      select id from account where realm_id = ${realmId} and is_active and (
        bot_type is not null
        or date_joined > ${now}::timestamptz - make_interval(days => ${ACTIVE_DAYS})
        or exists (select from event_queue where event_queue.user_id = account.id)
      )
    )`,
  );

type SubscriberIds = Map<number, number[]>;

async function selectSubscriberLists(
  db: Reader,
  channelIds: readonly number[],
  who: RawBuilder<unknown>,
): Promise<SubscriberIds> {
  if (channelIds.length === 0) return new Map();
  const { rows } = await sql<{ channel_id: number; user_ids: number[] }>`
    select channel_id, json_agg(user_id order by user_id) as user_ids
    from subscription
    where channel_id = any(${channelIds}) and is_active and ${who}
    group by channel_id`.execute(db);
  return new Map(rows.map(({ channel_id, user_ids }) => [channel_id, user_ids]));
}

/**
 * Loads the subscribers of channels as `detail` selects them. Returns a function that gives the lists for a channel id.
 */
export async function loadSubscribersByDetail(
  db: Reader,
  realmId: number,
  channels: readonly Pick<Row<"channel">, "id" | "subscriber_count">[],
  detail: SubscriberDetail,
  now: Date,
): Promise<(channelId: number) => SubscriberLists> {
  if (detail === "false") return () => ({});
  const isCut = (count: number) => detail === "partial" && count >= LARGE_CHANNEL;
  const idsOf = (cut: boolean) => channels.filter((one) => isCut(one.subscriber_count) === cut).map(({ id }) => id);
  const cut = new Set(idsOf(true));
  const whole = await loadSubscriberLists(db, realmId, idsOf(false));
  const partial = await loadImportantSubscribers(db, realmId, [...cut], now);
  return (id) => (cut.has(id) ? { partial_subscribers: partial.get(id) ?? [] } : { subscribers: whole.get(id) ?? [] });
}

/** True if the user is active and subscribed to the channel. */
export async function isSubscribed(db: Reader, channelId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("subscription")
    .innerJoin("account", "account.id", "subscription.user_id")
    .select("account.id")
    .where("subscription.channel_id", "=", channelId)
    .where("subscription.user_id", "=", userId)
    .where("subscription.is_active", "=", true)
    .where("account.is_active", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Loads the ids of the default channels, to which new accounts are subscribed, ascending. */
export async function loadDefaultChannelIds(db: Reader, realmId: number): Promise<number[]> {
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

/** Loads the ids of all active users of an organization, including bots. */
export async function loadActiveUserIds(db: Reader, realmId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}
