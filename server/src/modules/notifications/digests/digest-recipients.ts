import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Who was not there for so long is told what they missed, in days; and of so much time. */
export const MIN_AWAY_DAYS = 5;
/** Between two digests there is never less, in days. */
const MIN_INTERVAL_DAYS = 6;

const DAY_MS = 24 * 3600 * 1000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/**
 * People of an organization to whom a digest may be due, after that id and at most so many: they want digests, got none
 * lately, and were not there for days.
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

/** The organizations that send digests on this day of the week, in UTC. */
export async function findDigestRealms(db: Reader, now: Date): Promise<number[]> {
  const weekday = (now.getUTCDay() + 6) % 7;
  const { rows } = await sql<{ id: number }>`
    select id from realm
    where deactivated_at is null and subdomain is not null and settings->>'digest_emails_enabled' = 'true'
      and coalesce((settings->>'digest_weekday')::int, 1) = ${weekday}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
