import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

const DAY_MS = 86_400_000;
/** Over how many days traffic is counted. */
const COUNTED_DAYS = 28;

/** What was sent after this was sent of late. */
export const recentActivityCutoff = (now: Date): Date => new Date(now.getTime() - 180 * DAY_MS);

/** What passing time changes about a channel. */
export interface ChannelActivity {
  readonly id: number;
  readonly is_recently_active: boolean;
  /** Messages a week; null while the channel is new. */
  readonly weekly_traffic: number | null;
}

interface CountedActivity extends ChannelActivity {
  readonly created_at: Date;
  readonly last_message_at: Date | null;
  readonly count: number;
}

/** Channels that are looked at in one go. */
const CHANNELS_PER_PAGE = 1000;

interface ActivityPage {
  /** The activity of those channels of which it is no longer what it was when it was counted last. */
  readonly changes: ChannelActivity[];
  /** The channel after which the next page begins; null: this was the last one. */
  readonly next: number | null;
}

/** Counts the activity of the next channels of an organization. */
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
 * `bound`, whose smallest `high` is the id that messages begin with that were sent since then. Ids ascend with the time, so
 * it halves the stretch of ids where that may be, and need not look at what was sent before.
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

/** Messages a week, to two digits. Too little is known of channels that are younger than a week. */
export function weeklyTraffic(count: number, ageInDays: number): number | null {
  if (ageInDays < 7) return null;
  const average = Math.floor((count * 7) / Math.min(ageInDays, COUNTED_DAYS));
  return Number((count > 0 ? Math.max(average, 1) : 0).toPrecision(2));
}
