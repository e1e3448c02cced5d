import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition, type LogPosition } from "@parlance/kernel/events/event-log.ts";
import { trackUserVisibility } from "#modules/users/core/actions/announce-visibility-changes.ts";
import { loadGrantees, loadGuests } from "#modules/channels/core/announcements/channel-audience.ts";
import { recordSubscriptionChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import {
  loadMembers,
  lockChannelRows,
  type MemberRecord,
  type Membership,
} from "#modules/channels/core/subscriptions/memberships.ts";
import { announceUnsubscriptions } from "#modules/channels/core/subscriptions/announce-subscriptions.ts";

export interface UnsubscribeRequest {
  readonly realmId: number;
  readonly channelIds: readonly number[];
  /** Ids of the users to be unsubscribed from each of the channels. */
  readonly userIds: readonly number[];
  /** Called to delete the users' stored unread messages in the channels from which they are unsubscribed. */
  readonly clearUnread: (tx: Tx, left: readonly Membership[]) => Promise<void>;
}

/**
 * Unsubscribes users from channels. Does not check whether the actor may do so; the caller must. Locks the channels,
 * the subscriptions and then the organization's log position. The rows of the subscriptions remain, so that a user who
 * subscribes again has the same color and settings, but stored unread messages are deleted. Returns the subscriptions
 * that have ended.
 */
export async function unsubscribeUsers(tx: Tx, request: UnsubscribeRequest): Promise<Membership[]> {
  const { realmId, channelIds, userIds, clearUnread } = request;
  const channels = await lockChannelRows(tx, realmId, channelIds);
  const removed = await lockMemberships(tx, channelIds, userIds);
  if (removed.length === 0) return [];

  const left = new Set(removed.map(({ channelId }) => channelId));
  const touched = channels.filter(({ id }) => left.has(id));
  const readers = { grantees: await loadGrantees(tx, touched), guests: await loadGuests(tx, touched) };
  await clearUnread(tx, removed);
  const position = await lockPosition(tx, realmId);
  // Must be called after the log position is locked. Until then, other transactions may change which users can see each
  // other.
  const announcePeople = await trackUserVisibility(tx, realmId, userIds);
  // Called again for messages that were sent in the meantime and may be unread for the users.
  await clearUnread(tx, removed);
  // Loaded while the log position is locked, when no user can be deactivated or reactivated. Deactivated users are not
  // included in the subscriber count.
  const members = await loadMembers(tx, userIds);
  await store(tx, removed, members, position);
  recordSubscriptionChanges(tx, realmId, removed);
  announceUnsubscriptions(tx, { realmId, channels: touched, members, ...readers }, removed);
  await announcePeople();
  return removed;
}

async function lockMemberships(
  tx: Tx,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<Membership[]> {
  return tx
    .selectFrom("subscription")
    .select(["user_id as userId", "channel_id as channelId"])
    .where("user_id", "=", sql<number>`any(${userIds})`)
    .where("channel_id", "=", sql<number>`any(${channelIds})`)
    .where("is_active", "=", true)
    .orderBy("user_id")
    .orderBy("channel_id")
    .forUpdate()
    .execute();
}

const columnsOf = (removed: readonly Membership[]) => sql`
  unnest(
    ${removed.map(({ userId }) => userId)}::int[],
    ${removed.map(({ channelId }) => channelId)}::int[]
  ) as gone (user_id, channel_id)`;

async function store(
  tx: Tx,
  removed: readonly Membership[],
  members: ReadonlyMap<number, MemberRecord>,
  { eventId, messageId }: LogPosition,
): Promise<void> {
  const counted = removed.filter(({ userId }) => members.get(userId)?.is_active);
  await sql`
    with ended as (
      update subscription set is_active = false from ${columnsOf(removed)}
      where subscription.user_id = gone.user_id and subscription.channel_id = gone.channel_id
      returning subscription.user_id, subscription.recipient_id
    ), counted as (
      update channel set subscriber_count = subscriber_count - less.count
      from (select channel_id, count(*) as count from ${columnsOf(counted)} group by channel_id) as less
      where channel.id = less.channel_id
    )
    update subscription_period as period set to_message_id = ${messageId}, to_event_id = ${eventId}
    from ended
    where period.user_id = ended.user_id and period.recipient_id = ended.recipient_id
      and period.to_event_id is null`.execute(tx);
}
