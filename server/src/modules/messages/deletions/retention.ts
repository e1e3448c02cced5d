import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { realmSettingDefaults } from "#modules/organizations/core/organization-settings.ts";
import type { ConversationRef } from "./actions/delete-messages.ts";

/* SQL expressions for the retention period of messages, in days of 24 hours; -1 means unlimited. A channel's retention
   period, if set, overrides that of its organization. */

const realmRetentionDays = sql<number>`coalesce(
  (realm.settings ->> 'message_retention_days')::int, ${sql.lit(realmSettingDefaults.message_retention_days)}
)`;

/** Expression on rows of `realm` and `channel`. For direct messages, all columns of `channel` are null. */
const retentionDays = sql<number>`coalesce(channel.message_retention_days, ${realmRetentionDays})`;

/**
 * Upper limit for the calculation, in days; it is longer than recorded history. A longer period would lead to a date
 * that PostgreSQL cannot represent.
 */
const MAX_RETENTION_DAYS = 700_000;

/** SQL expression for the expiry time: messages sent before it are expired. Null if retention is unlimited. */
const expiryTime = (now: Date) => sql<Date | null>`
  case when ${retentionDays} > 0 then ${now}::timestamptz - make_interval(hours => 24 * least(${retentionDays}, ${sql.lit(MAX_RETENTION_DAYS)})) end`;

/**
 * Lists the organizations in which messages can expire: the organization or one of its channels has a limited retention
 * period. Deactivated organizations are not listed, so that their messages are preserved.
 */
export async function listRealmsWithRetention(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm
    where deactivated_at is null and subdomain is not null and (
      ${realmRetentionDays} > 0 or exists (select from channel where realm_id = realm.id and message_retention_days > 0)
    )
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Number of channels and direct message conversations checked per query. */
const CONVERSATIONS_PER_PAGE = 1000;
/**
 * Number of a conversation's oldest messages that are checked for expiry. The very oldest would be enough if ids always
 * followed the time of sending, but they do not if the clock was wrong.
 */
const OLDEST_MESSAGES_CHECKED = 10;

interface ConversationPage {
  /** Conversations of the page that have an expired message. */
  readonly conversations: readonly ConversationRef[];
  /** Recipient id after which the next page starts. `null` if this is the last page. */
  readonly next: number | null;
}

/**
 * Loads a page of the organization's conversations, starting after the recipient id `after`, and returns those that
 * have expired messages.
 */
export async function findConversationsWithExpired(
  db: Reader,
  realmId: number,
  after: number,
  now: Date,
): Promise<ConversationPage> {
  const page = await db
    .selectFrom("recipient")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(CONVERSATIONS_PER_PAGE)
    .execute();
  const ids = page.map(({ id }) => id);
  const { rows } = await sql<ConversationRef>`
    select recipient.id as recipient_id, channel.id as channel_id
    from unnest(${ids}::int[]) as recipient (id)
    join realm on realm.id = ${realmId}
    left join channel on channel.recipient_id = recipient.id
    where ${retentionDays} > 0 and exists (
      select from (
        select sent_at from message where message.recipient_id = recipient.id order by message.id limit ${OLDEST_MESSAGES_CHECKED}
      ) as oldest
      where oldest.sent_at < ${expiryTime(now)}
    )
    order by recipient.id`.execute(db);
  return { conversations: rows, next: ids.length < CONVERSATIONS_PER_PAGE ? null : (ids.at(-1) ?? null) };
}

/**
 * Loads the expiry time of a conversation under the current settings: messages sent before it are expired. `null` if
 * retention is unlimited.
 */
export async function loadExpiryTime(
  db: Reader,
  realmId: number,
  place: ConversationRef,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ before: Date | null }>`
    select ${expiryTime(now)} as before
    from realm left join channel on channel.recipient_id = ${place.recipient_id}
    where realm.id = ${realmId}`.execute(db);
  return rows[0]?.before ?? null;
}
