import { sql } from "kysely";
import { ascending, difference, union } from "@parlance/contract/state/list-operations.ts";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import type { FlagConnections } from "./flag-connections.ts";

/** Messages of one conversation, and an audience in which each user can see all of these messages. */
export interface VisibleMessages {
  readonly audience: Audience;
  /** Ascending. */
  readonly ids: readonly number[];
}

interface MessageGroup {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly connections: { readonly connected: FlagConnections };
  /** Users who can read the channel without being subscribed to it. */
  readonly others: readonly number[];
}

/**
 * The messages that a user received, as ranges of indexes into the list of messages. `from` is included, `to` is not.
 */
interface UserIdRanges {
  readonly user_id: number;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/**
 * Groups a channel's subscribers and `others` by the messages that they can see. Users who can see none of the messages
 * are omitted. Needed for channels with protected history.
 */
export async function groupUsersByVisibleMessages(
  tx: Tx,
  realmId: number,
  channelId: number,
  { ids, connections, others }: MessageGroup,
): Promise<VisibleMessages[]> {
  const groups = new Map<string, { ids: readonly number[]; users: number[] }>();
  const received = await loadIdRanges(tx, channelId, { ids, others });
  const outsiders = difference(
    others,
    received.map(({ user_id: id }) => id),
  ).map((user_id) => ({ user_id, ranges: [] }));
  for (const { user_id, ranges } of [...received, ...outsiders]) {
    const own = connections.connected.get(user_id) ?? [];
    const key = `${JSON.stringify(ranges)} ${own.join()}`;
    const group = groups.get(key);
    if (group) group.users.push(user_id);
    else groups.set(key, { ids: mergeIds(idsInRanges(ids, ranges), own), users: [user_id] });
  }
  return [...groups.values()]
    .filter((group) => group.ids.length > 0)
    .map((group) => ({ audience: { realmId, users: group.users }, ids: group.ids }));
}

const mergeIds = (ids: readonly number[], others: readonly number[]): readonly number[] =>
  others.length === 0 ? ids : union(ids, others);

const idsInRanges = (ids: readonly number[], ranges: UserIdRanges["ranges"]): readonly number[] =>
  ranges.length === 1 && ranges[0]?.[0] === 0 && ranges[0][1] === ids.length
    ? ids
    : ranges.flatMap(([from, to]) => ids.slice(from, to)).toSorted(ascending);

/**
 * Loads which messages each subscriber of the channel received. Users in `others` are included if they were subscribed
 * to the channel earlier.
 */
async function loadIdRanges(
  tx: Tx,
  channelId: number,
  { ids, others }: Pick<MessageGroup, "ids" | "others">,
): Promise<UserIdRanges[]> {
  const { rows } = await sql<UserIdRanges>`
    with own as materialized (select ${idList(ids)} as ids)
    select subscription.user_id, coalesce(
      json_agg(json_build_array(id_range.first, id_range.past) order by id_range.first) filter (where id_range.past > id_range.first),
      '[]'
    ) as ranges
    from own cross join subscription
    left join subscription_period as period using (user_id, recipient_id)
    left join lateral (
      select width_bucket(period.from_message_id, own.ids) as first,
        coalesce(width_bucket(period.to_message_id, own.ids), cardinality(own.ids)) as past
    ) as id_range on true
    where subscription.channel_id = ${channelId}
      and (subscription.is_active or subscription.user_id = any(${others}::int[]))
    group by subscription.user_id order by subscription.user_id`.execute(tx);
  return rows;
}
