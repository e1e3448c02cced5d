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
  readonly stretches: readonly (readonly [from: number, to: number])[];
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
  const strangers = difference(
    others,
    received.map(({ user_id: id }) => id),
  ).map((user_id) => ({ user_id, stretches: [] }));
  for (const { user_id, stretches } of [...received, ...strangers]) {
    const own = connections.connected.get(user_id) ?? [];
    const key = `${JSON.stringify(stretches)} ${own.join()}`;
    const group = groups.get(key);
    if (group) group.users.push(user_id);
    else groups.set(key, { ids: mergeIds(idsInRanges(ids, stretches), own), users: [user_id] });
  }
  return [...groups.values()]
    .filter((group) => group.ids.length > 0)
    .map((group) => ({ audience: { realmId, users: group.users }, ids: group.ids }));
}

const mergeIds = (ids: readonly number[], others: readonly number[]): readonly number[] =>
  others.length === 0 ? ids : union(ids, others);

const idsInRanges = (ids: readonly number[], stretches: UserIdRanges["stretches"]): readonly number[] =>
  stretches.length === 1 && stretches[0]?.[0] === 0 && stretches[0][1] === ids.length
    ? ids
    : stretches.flatMap(([from, to]) => ids.slice(from, to)).toSorted(ascending);

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
      json_agg(json_build_array(stretch.first, stretch.past) order by stretch.first) filter (where stretch.past > stretch.first),
      '[]'
    ) as stretches
    from own cross join subscription
    left join subscription_period as period using (user_id, recipient_id)
    left join lateral (
      select width_bucket(period.from_message_id, own.ids) as first,
        coalesce(width_bucket(period.to_message_id, own.ids), cardinality(own.ids)) as past
    ) as stretch on true
    where subscription.channel_id = ${channelId}
      and (subscription.is_active or subscription.user_id = any(${others}::int[]))
    group by subscription.user_id order by subscription.user_id`.execute(tx);
  return rows;
}
