import { sql } from "kysely";
import { ascending, union } from "@parlance/contract/state/lists.ts";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Audience } from "#kernel/events/audience.ts";
import type { Connections } from "./connections.ts";

/** Some messages of one place, and who has them all. */
export interface Having {
  readonly audience: Audience;
  /** Ascending. */
  readonly ids: readonly number[];
}

interface Messages {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly ties: { readonly connected: Connections };
}

/** What a subscriber has of some messages, by where these are among them: those from one place to before another. */
interface Stretches {
  readonly user_id: number;
  readonly stretches: readonly (readonly [from: number, to: number])[];
}

/**
 * Which of the messages each subscriber of a channel has, in so far as any: in a channel that hides its past. People with
 * the same messages are told together.
 */
export async function hadBySubscribers(
  tx: Tx,
  realmId: number,
  channelId: number,
  { ids, ties }: Messages,
): Promise<Having[]> {
  const groups = new Map<string, { ids: readonly number[]; users: number[] }>();
  for (const { user_id, stretches } of await stretchesOf(tx, channelId, ids)) {
    const own = ties.connected.get(user_id) ?? [];
    const key = `${JSON.stringify(stretches)} ${own.join()}`;
    const group = groups.get(key);
    if (group) group.users.push(user_id);
    else groups.set(key, { ids: withOthers(messagesOf(ids, stretches), own), users: [user_id] });
  }
  return [...groups.values()]
    .filter((group) => group.ids.length > 0)
    .map((group) => ({ audience: { realmId, users: group.users }, ids: group.ids }));
}

const withOthers = (ids: readonly number[], others: readonly number[]): readonly number[] =>
  others.length === 0 ? ids : union(ids, others);

const messagesOf = (ids: readonly number[], stretches: Stretches["stretches"]): readonly number[] =>
  stretches.length === 1 && stretches[0]?.[0] === 0 && stretches[0][1] === ids.length
    ? ids
    : stretches.flatMap(([from, to]) => ids.slice(from, to)).toSorted(ascending);

/** What came to each subscriber in the channel. */
async function stretchesOf(tx: Tx, channelId: number, ids: readonly number[]): Promise<Stretches[]> {
  const { rows } = await sql<Stretches>`
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
    where subscription.channel_id = ${channelId} and subscription.is_active
    group by subscription.user_id order by subscription.user_id`.execute(tx);
  return rows;
}
