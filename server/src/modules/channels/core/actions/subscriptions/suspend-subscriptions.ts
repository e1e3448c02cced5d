import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition, type LogPosition } from "@parlance/kernel/events/event-log.ts";
import { loadGrantees, loadGuests } from "#modules/channels/core/announcements/channel-audience.ts";
import { acquireChannelLocks } from "#modules/channels/core/channel-locks.ts";
import { recordChannelChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import type { Membership } from "#modules/channels/core/subscriptions/memberships.ts";
import { announceSuspension, announceResumption } from "#modules/channels/core/subscriptions/announce-subscriptions.ts";

/**
 * Suspends the subscriptions of users who have just been deactivated. Other users no longer see them as subscribers,
 * and they receive no messages. Their subscriptions remain stored, so that `resumeSubscriptions` can restore them.
 * Locks the channels, and then the organization's log position.
 */
export async function suspendSubscriptions(tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> {
  const position = await lockChannelsOfUsers(tx, realmId, userIds);
  const absent = await activeMemberships(tx, userIds);
  if (absent.length === 0) return;
  await suspendPeriods(tx, userIds, position);
  recordChannelChanges(tx, realmId, channelsOf(absent));
  announceSuspension(tx, await loadAudience(tx, realmId, absent), absent);
}

/**
 * Restores the subscriptions that users had when they were deactivated, after they have been reactivated. Messages that
 * were sent in between are read for the users, and are hidden from them in channels with protected history. Earlier
 * messages that were unread must stay unread: `preserveUnread` is called for this before the subscriptions are restored.
 * Locks the channels, and then the organization's log position.
 */
export async function resumeSubscriptions(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
  preserveUnread: (tx: Tx, userIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const position = await lockChannelsOfUsers(tx, realmId, userIds);
  const returned = await activeMemberships(tx, userIds);
  if (returned.length === 0) return;
  await preserveUnread(tx, userIds);
  await resumePeriods(tx, userIds, position);
  recordChannelChanges(tx, realmId, channelsOf(returned));
  announceResumption(tx, await loadAudience(tx, realmId, returned), returned);
}

/**
 * Locks the channels of the users' subscriptions, and then the log position. Until the transaction ends, no other
 * transaction can subscribe these users or change the channels' visibility.
 */
async function lockChannelsOfUsers(tx: Tx, realmId: number, userIds: readonly number[]): Promise<LogPosition> {
  const ids = [...new Set((await activeMemberships(tx, userIds)).map(({ channelId }) => channelId))];
  await acquireChannelLocks(tx, realmId, { ids });
  return lockPosition(tx, realmId);
}

const activeMemberships = (tx: Tx, userIds: readonly number[]): Promise<Membership[]> =>
  tx
    .selectFrom("subscription")
    .select(["user_id as userId", "channel_id as channelId"])
    .where("user_id", "=", sql<number>`any(${userIds}::int[])`)
    .where("is_active", "=", true)
    .orderBy("user_id")
    .orderBy("channel_id")
    .execute();

const channelsOf = (memberships: readonly Membership[]): number[] => [
  ...new Set(memberships.map(({ channelId }) => channelId)),
];

async function loadAudience(tx: Tx, realmId: number, memberships: readonly Membership[]) {
  const channels = await channelRows(tx, channelsOf(memberships));
  return {
    realmId,
    channels,
    grantees: await loadGrantees(tx, channels),
    guests: await loadGuests(tx, channels),
  };
}

const channelRows = (tx: Tx, ids: readonly number[]): Promise<Row<"channel">[]> =>
  tx
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .orderBy("id")
    .execute();

async function suspendPeriods(tx: Tx, userIds: readonly number[], { eventId, messageId }: LogPosition): Promise<void> {
  await sql`
    with absent as (
      select channel_id, count(*) as people from subscription
      where user_id = any(${userIds}::int[]) and is_active group by channel_id
    ), ended as (
      update subscription_period set to_message_id = ${messageId}, to_event_id = ${eventId}
      where user_id = any(${userIds}::int[]) and to_event_id is null
    )
    update channel set subscriber_count = subscriber_count - absent.people
    from absent where channel.id = absent.channel_id`.execute(tx);
}

async function resumePeriods(tx: Tx, userIds: readonly number[], { eventId, messageId }: LogPosition): Promise<void> {
  await sql`
    with returned as materialized (
      select user_id, channel_id, recipient_id from subscription where user_id = any(${userIds}::int[]) and is_active
    ), begun as (
      insert into subscription_period (user_id, recipient_id, from_message_id, from_event_id)
      select user_id, recipient_id, ${messageId}, ${eventId} from returned
    ), counted as (
      update channel set subscriber_count = subscriber_count + present.people
      from (select channel_id, count(*) as people from returned group by channel_id) as present
      where channel.id = present.channel_id
    )
    update subscription set read_up_to = ${messageId} from returned
    where subscription.user_id = returned.user_id and subscription.channel_id = returned.channel_id`.execute(tx);
}
