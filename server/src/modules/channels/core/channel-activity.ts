import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

const DAY_MS = 86_400_000;
/** Number of days whose messages are counted for the traffic. */
const COUNTED_DAYS = 28;

/** Returns the time since when messages make a channel recently active. */
export const recentActivityCutoff = (now: Date): Date => new Date(now.getTime() - 180 * DAY_MS);

/** The properties of a channel that change even if no message is sent. */
export interface ChannelActivity {
  readonly id: number;
  readonly is_recently_active: boolean;
  /** Average number of messages per week. `null` for a new channel. */
  readonly weekly_traffic: number | null;
}

interface CountedActivity extends ChannelActivity {
  readonly created_at: Date;
  readonly last_message_at: Date | null;
  readonly count: number;
}

/** Maximum number of channels loaded by one query. */
const CHANNELS_PER_PAGE = 1000;

interface ActivityPage {
  /** Current activity of the page's channels for which the stored activity is outdated. */
  readonly changes: ChannelActivity[];
  /** Id of the channel after which the next page starts. `null` if this is the last page. */
  readonly next: number | null;
}

/**
 * Computes the activity of the next channels of an organization, starting after the id `after`. Returns the channels
 * whose activity has changed.
 */
export async function findActivityChanges(
  db: Reader,
  { realmId, after, now }: { readonly realmId: number; readonly after: number; readonly now: Date },
): Promise<ActivityPage> {
  const since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS);
  const { rows } = await sql<CountedActivity>`
    with recursive ${firstMessageSince(realmId, since)}
    select channel.id, is_recently_active, weekly_traffic, created_at, last_message_at, (
      select count(*) from message
      where message.recipient_id = channel.recipient_id and message.id >= (select min(high) from bound)
    ) as count
    from channel where realm_id = ${realmId} and id > ${after} order by id limit ${CHANNELS_PER_PAGE}`.execute(db);
  const changes = rows.flatMap((row) => {
    const traffic = weeklyTraffic(row.count, Math.floor((now.getTime() - row.created_at.getTime()) / DAY_MS));
    const isActive = (row.last_message_at ?? row.created_at) >= recentActivityCutoff(now);
    const isAsBefore = traffic === row.weekly_traffic && isActive === row.is_recently_active;
    return isAsBefore ? [] : [{ id: row.id, is_recently_active: isActive, weekly_traffic: traffic }];
  });
  return { changes, next: rows.length < CHANNELS_PER_PAGE ? null : (rows.at(-1)?.id ?? null) };
}

/**
 * Common table expression `bound`. The smallest value of its column `high` is the id of the first message sent at or
 * after `since`. It bisects the range of message ids, which ascend with time, so that earlier messages need not be
 * read.
 */
const firstMessageSince = (realmId: number, since: Date) => sql`
  bound (low, high) as (
    select min(id), max(id) + 1 from message where realm_id = ${realmId}
    union all
    select
      case when probe.sent_at < ${since}::timestamptz then probe.id + 1 else low end,
      case when probe.sent_at < ${since}::timestamptz then high else (low + high) / 2 end
    from bound
    cross join lateral (
      select id, sent_at from message
      where realm_id = ${realmId} and id >= (bound.low + bound.high) / 2 order by id limit 1
    ) as probe
    where low < high
  )`;

/**
 * Returns the average number of messages per week, rounded to two significant digits, but at least 1 if there were any.
 * Returns null for channels younger than a week, because their average would not be meaningful.
 */
export function weeklyTraffic(count: number, ageInDays: number): number | null {
  if (ageInDays < 7) return null;
  const average = Math.floor((count * 7) / Math.min(ageInDays, COUNTED_DAYS));
  return Number((count > 0 ? Math.max(average, 1) : 0).toPrecision(2));
}
