import { sql, type RawBuilder } from "kysely";
import type { SubscriberLists } from "@parlance/contract/nouns/subscriptions.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** Extent of a channel's subscriber list: all, none, or only the important subscribers of large channels. */
export type SubscriberDetail = "true" | "false" | "partial";

/** Number of subscribers below which a list is always complete. */
const LARGE_CHANNEL = 250;
const ACTIVE_DAYS = 14;

/**
 * Loads the active subscribers of an organization's channels, ascending. Channels without any are omitted. Deactivated
 * users are loaded separately: with a join, the planner sorts all subscriptions instead of scanning the index.
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

/** Loads from the same lists only bots and recently active users: those who have an event queue or a new account. */
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

/** Loads the requested extent of the subscriber lists of channels, by channel. */
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

/** True if an active account is subscribed to a channel. */
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

/** Loads the channels that new accounts are subscribed to, ascending. */
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
