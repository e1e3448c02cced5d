import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Number of days that a user must have been away to get a digest. The digest covers these days. */
export const MIN_AWAY_DAYS = 5;
/** Minimum number of days between two digests. */
const MIN_INTERVAL_DAYS = 6;

const DAY_MS = 24 * 3600 * 1000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/**
 * Finds users of an organization who may get a digest: they want digests, did not get one recently, and joined and were
 * last connected days ago. Returns at most `limit` ids, all greater than `after`.
 */
export async function findDigestRecipients(
  db: Reader,
  { realmId, after, limit, now }: { realmId: number; after: number; limit: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select account.id from account
    left join user_presence on user_presence.user_id = account.id
    left join digest on digest.user_id = account.id
    where account.realm_id = ${realmId} and account.id > ${after} and account.is_active and account.bot_type is null
      and (account.settings->>'enable_digest_emails') is distinct from 'false'
      and account.date_joined < ${daysBefore(now, MIN_AWAY_DAYS)}
      and coalesce(user_presence.connected_at, '-infinity') < ${daysBefore(now, MIN_AWAY_DAYS)}
      and coalesce(digest.sent_at, '-infinity') < ${daysBefore(now, MIN_INTERVAL_DAYS)}
    order by account.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the organizations that send digests on the current day of the week, in UTC. */
export async function findDigestRealms(db: Reader, now: Date): Promise<number[]> {
  const weekday = (now.getUTCDay() + 6) % 7;
  const { rows } = await sql<{ id: number }>`
    select id from realm
    where deactivated_at is null and subdomain is not null and settings->>'digest_emails_enabled' = 'true'
      and coalesce((settings->>'digest_weekday')::int, 1) = ${weekday}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
