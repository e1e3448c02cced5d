import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { realmSettingDefaults } from "#modules/organizations/core/organization-settings.ts";
import type { ConversationRef } from "./actions/delete-messages.ts";

/*
 * How long messages stay: as long as their channel says, else as long as the organization does. In both, days of 24 hours;
 * -1 keeps them for ever.
 */

const realmRetentionDays = sql<number>`coalesce(
  (realm.settings ->> 'message_retention_days')::int, ${sql.lit(realmSettingDefaults.message_retention_days)}
)`;

/** Of rows of `realm` and of `channel`, which are null for direct messages. */
const retentionDays = sql<number>`coalesce(channel.message_retention_days, ${realmRetentionDays})`;

/** More than there were since people write; beyond it, dates are none that the database knows. */
const MAX_RETENTION_DAYS = 700_000;

/** What was sent before this moment is to go. Null where everything stays. */
const expiryTime = (now: Date) => sql<Date | null>`
  case when ${retentionDays} > 0 then ${now}::timestamptz - make_interval(hours => 24 * least(${retentionDays}, ${sql.lit(MAX_RETENTION_DAYS)})) end`;

/** Organizations in which anything is to go at some time. Those that are deactivated are left as they are. */
export async function listRealmsWithRetention(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm
    where deactivated_at is null and subdomain is not null and (
      ${realmRetentionDays} > 0 or exists (select from channel where realm_id = realm.id and message_retention_days > 0)
    )
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many channels and conversations are looked at in one go. */
const CONVERSATIONS_PER_PAGE = 1000;
/** How many of a place's oldest messages show whether any is to go. They are in order of time, but for clocks that were wrong. */
const OLDEST_MESSAGES_CHECKED = 10;

interface ConversationPage {
  /** Those where a message is to go. */
  readonly conversations: readonly ConversationRef[];
  /** After which recipient the next page begins; null: this was the last one. */
  readonly next: number | null;
}

/** The next channels and conversations of an organization, and in which of them there is something to delete. */
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

/** The moment before which what was sent to a place is to go, as it is decided now. Null where everything stays. */
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
