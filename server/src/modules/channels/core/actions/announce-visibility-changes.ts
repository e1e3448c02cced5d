import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import { emit, emitLast } from "@parlance/kernel/events/event-log.ts";
import { outerGroupsCte } from "#modules/groups/core/members/membership-sql.ts";
import { loadVisibleChannels, type ChannelSelector } from "../access/channel-access.ts";
import { grantingSettings } from "@parlance/contract/rules/channel-access.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { acquireChannelLocks } from "../channel-locks.ts";
import { channelsCreated, channelsDeleted, peersAdded } from "../events.ts";
import { groupByChannelSet, type Membership } from "../subscriptions/memberships.ts";
import { presentChannels } from "../presentation.ts";
import { loadSubscriberLists } from "../queries.ts";

/** The users whom a change affects, and the channels whose visibility to these users may change. */
export interface ChannelVisibilityChange {
  readonly realmId: number;
  readonly userIds: readonly number[];
  readonly channels: ChannelSelector;
}

/**
 * Locks the channels that users can see because of a permission of one of these groups, or of a group that contains it.
 * Returns the ids of the channels. The caller must have locked the organization's groups, so that the groups cannot get
 * permissions for further channels.
 */
export async function lockChannelsVisibleThrough(
  tx: Tx,
  realmId: number,
  groupIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ channel_id: number }>`
    with recursive ${outerGroupsCte(sql`${groupIds}::int[]`)}
    select distinct scope_id as channel_id from outer_group join group_setting using (group_id)
    where scope = 'channel' and setting = any(${grantingSettings}::text[])`.execute(tx);
  const ids = rows.map(({ channel_id }) => channel_id);
  if (ids.length > 0) await acquireChannelLocks(tx, realmId, { ids });
  return ids;
}

/**
 * Makes a change. Then sends each of the affected users events about channels that have become visible to the user, or
 * are no longer visible.
 */
export async function announceVisibilityChange<T>(
  tx: Tx,
  at: ChannelVisibilityChange,
  change: () => Promise<T>,
): Promise<T> {
  if (at.userIds.length === 0 || ("ids" in at.channels && at.channels.ids.length === 0)) return change();
  const known = () => loadVisibleChannels(tx, at.realmId, at.userIds, at.channels);
  const before = await known();
  const result = await change();
  const after = await known();
  const lost = pairsMissing(after, before);
  for (const { channelIds, userIds } of groupByChannelSet(lost)) {
    emit(tx, toUsers(at.realmId, userIds), channelsDeleted(channelIds));
  }
  const gained = pairsMissing(before, after);
  // Emitted at the end of the transaction, because messages that it sends in the meantime change the channels' data.
  if (gained.length > 0) emitLast(tx, at.realmId, () => announceGainedChannels(tx, at, gained));
  return result;
}

type VisibleChannels = ReadonlyMap<number, readonly number[]>;

/** Returns the pairs of user and channel in `all` that are not in `some`. */
function pairsMissing(some: VisibleChannels, all: VisibleChannels): Membership[] {
  return [...all].flatMap(([userId, channelIds]) => {
    const own = new Set(some.get(userId));
    return channelIds.filter((id) => !own.has(id)).map((channelId) => ({ userId, channelId }));
  });
}

async function announceGainedChannels(
  tx: Tx,
  { realmId }: ChannelVisibilityChange,
  gained: readonly Membership[],
): Promise<void> {
  const ids = [...new Set(gained.map(({ channelId }) => channelId))].sort((a, b) => a - b);
  const presented = await presentChannels(tx, realmId, await loadChannelRows(tx, ids));
  const subscribers = await loadSubscriberLists(tx, realmId, ids);
  // The count excludes the subscribers that are listed in a later event, because clients add these to the count.
  const empty = (id: number) => {
    const channel = required(presented.get(id));
    return { ...channel, subscriber_count: channel.subscriber_count - (subscribers.get(id)?.length ?? 0) };
  };
  for (const { channelIds, userIds } of groupByChannelSet(gained)) {
    emit(tx, toUsers(realmId, userIds), channelsCreated(channelIds.map(empty)));
  }
  const newcomers = Map.groupBy(gained, ({ channelId }) => channelId);
  for (const [id, own] of newcomers) {
    const people = subscribers.get(id) ?? [];
    const audience = toUsers(
      realmId,
      own.map(({ userId }) => userId),
    );
    if (people.length > 0) emit(tx, audience, peersAdded([id], people));
  }
}

const loadChannelRows = (tx: Tx, ids: readonly number[]): Promise<Row<"channel">[]> =>
  tx
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", sql<number>`any(${ids})`)
    .orderBy("id")
    .execute();
