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
  /** Each user is unsubscribed from each channel. */
  readonly userIds: readonly number[];
  /** Deletes the users' unread state in the channels that they left. */
  readonly clearUnread: (tx: Tx, left: readonly Membership[]) => Promise<void>;
}

/**
 * Unsubscribes users from channels. Does not check permissions, so it must be authorized before. Locks the channels,
 * then the organization's log position. Rows remain, so that colors and settings return with the user, but unread marks
 * are deleted. Returns the subscriptions that ended.
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
  // Not earlier, because until the log position is locked, other transactions may change which users can see each
  // other.
  const announcePeople = await trackUserVisibility(tx, realmId, userIds);
  // Includes messages that the users sent in the meantime, which may be unread for them.
  await clearUnread(tx, removed);
  // From here on no user can be deactivated or reactivated. The subscriber count does not include deactivated users.
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
