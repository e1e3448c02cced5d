import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition, type LogPosition } from "@parlance/kernel/events/event-log.ts";
import { trackUserVisibility } from "#modules/users/core/actions/announce-visibility-changes.ts";
import { loadGrantees, loadGuests } from "#modules/channels/core/announcements/channel-audience.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { recordSubscriptionChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";
import {
  lockChannelRows,
  loadMembers,
  lockSubscriptions,
  type Membership,
  type NewMembership,
} from "#modules/channels/core/subscriptions/memberships.ts";
import { presentChannels } from "#modules/channels/core/presentation.ts";
import { loadSubscriberLists } from "#modules/channels/core/queries.ts";
import { announceSubscriptions } from "#modules/channels/core/subscriptions/announce-subscriptions.ts";

/** Colors for new subscriptions. */
const PALETTE = [
  "#d36969",
  "#69d383",
  "#9e69d3",
  "#d3b969",
  "#69d3d3",
  "#d369b9",
  "#9ed369",
  "#6983d3",
  "#b96346",
  "#46b980",
  "#9c46b9",
  "#b9b946",
  "#469cb9",
  "#b94680",
  "#63b946",
  "#4646b9",
  "#e4bd95",
  "#95e4d1",
  "#e495e4",
  "#d1e495",
  "#95bde4",
  "#e495a9",
  "#95e495",
  "#a995e4",
] as const;

/**
 * Returns the first color of the palette that none of the user's other channels has. If all colors are used, the
 * recipient's id determines the color.
 */
function chooseColor(used: ReadonlySet<string>, recipientId: number): string {
  return PALETTE.find((color) => !used.has(color)) ?? PALETTE[recipientId % PALETTE.length] ?? PALETTE[0];
}

export interface SubscribeRequest {
  readonly realmId: number;
  readonly channelIds: readonly number[];
  /** Ids of the users to be subscribed to each of the channels. They must belong to the organization. */
  readonly userIds: readonly number[];
  /** Requested colors, by channel id. */
  readonly colors?: ReadonlyMap<number, string>;
  /** True if the accounts were created in this transaction. They have no clients yet that could receive events. */
  readonly areNew?: true;
}

export interface SubscribeResult {
  readonly added: readonly Membership[];
  readonly alreadySubscribed: readonly Membership[];
}

const initialSettings = {
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/**
 * Subscribes users to channels. Does not check whether the actor may do so; the caller must. Locks the channels, the
 * subscriptions and then the organization's log position. Messages sent earlier are read for the users.
 * @throws UserIsDeactivated
 */
export async function subscribeUsers(tx: Tx, request: SubscribeRequest): Promise<SubscribeResult> {
  const { realmId, channelIds, userIds } = request;
  const channels = await lockChannelRows(tx, realmId, channelIds);
  const { added, already } = await planSubscriptions(tx, channels, request);
  if (added.length === 0) return { added, alreadySubscribed: already };

  const grown = withMoreSubscribers(channels, added);
  const known = {
    grantees: await loadGrantees(tx, grown),
    guests: await loadGuests(tx, grown),
    presented: request.areNew ? new Map() : await presentChannels(tx, realmId, grown),
    subscribers: request.areNew
      ? new Map()
      : await loadSubscriberLists(
          tx,
          realmId,
          grown.map(({ id }) => id),
        ),
  };
  const position = await lockPosition(tx, realmId);
  // Must be called after the log position is locked. Until then, other transactions may change which users can see each
  // other.
  const announcePeople = await trackUserVisibility(tx, realmId, userIds);
  // Deactivating a user locks the log position as well. An account that is active now therefore stays active until this
  // transaction ends.
  const members = await loadMembers(tx, userIds);
  if ([...members.values()].some(({ is_active }) => !is_active)) throw new UserIsDeactivated();
  await store(tx, added, position);
  recordSubscriptionChanges(tx, realmId, added);
  await announcePeople();
  announceSubscriptions(tx, { realmId, channels: grown, added, areNew: request.areNew ?? false, members, ...known });
  return { added, alreadySubscribed: already };
}

async function planSubscriptions(
  tx: Tx,
  channels: readonly Row<"channel">[],
  { userIds, colors: chosen }: SubscribeRequest,
) {
  const channelIds = channels.map(({ id }) => id);
  // Subscriptions must be locked before the organization's log position. After that, waiting for another lock could
  // cause a deadlock.
  const rows = await lockSubscriptions(tx, userIds, channelIds);
  const known = new Map(rows.map((row) => [`${row.user_id} ${row.channel_id}`, row]));
  const colors = await loadUsedColors(tx, userIds);
  const added: NewMembership[] = [];
  const already: Membership[] = [];
  for (const userId of new Set(userIds)) {
    const used = colors.get(userId) ?? new Set();
    for (const { id: channelId, recipient_id: recipientId } of channels) {
      const row = known.get(`${userId} ${channelId}`);
      if (row?.is_active) already.push({ userId, channelId });
      else {
        const color = chosen?.get(channelId) ?? row?.color ?? chooseColor(used, recipientId);
        const choices = { ...(row ?? initialSettings), color };
        used.add(choices.color);
        added.push({ userId, channelId, recipientId, choices });
      }
    }
  }
  return { added, already };
}

async function loadUsedColors(tx: Tx, userIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ user_id: number; colors: string[] }>`
    select user_id, array_agg(distinct color) as colors from subscription
    where user_id = any(${userIds}) and is_active group by user_id`.execute(tx);
  return new Map(rows.map(({ user_id, colors }) => [user_id, new Set(colors)]));
}

/**
 * Returns the channels that have new subscribers, with the subscriber counts that they have afterward. All new
 * subscribers are active users, who are the ones that the count includes.
 */
function withMoreSubscribers(channels: readonly Row<"channel">[], added: readonly Membership[]): Row<"channel">[] {
  const more = Map.groupBy(added, ({ channelId }) => channelId);
  return channels
    .filter(({ id }) => more.has(id))
    .map((row) => ({ ...row, subscriber_count: row.subscriber_count + required(more.get(row.id)).length }));
}

async function store(tx: Tx, added: readonly NewMembership[], { eventId, messageId }: LogPosition): Promise<void> {
  await sql`
    with joined as (
      select * from unnest(
        ${added.map(({ userId }) => userId)}::int[],
        ${added.map(({ channelId }) => channelId)}::int[],
        ${added.map(({ recipientId }) => recipientId)}::int[],
        ${added.map(({ choices }) => choices.color)}::text[]
      ) as joined (user_id, channel_id, recipient_id, color)
    ), period as (
      insert into subscription_period (user_id, recipient_id, from_message_id, from_event_id)
      select user_id, recipient_id, ${messageId}, ${eventId} from joined
    ), counted as (
      update channel set subscriber_count = subscriber_count + more.count
      from (select channel_id, count(*) as count from joined group by channel_id) as more
      where channel.id = more.channel_id
    )
    insert into subscription (user_id, channel_id, recipient_id, is_active, color, read_up_to)
    select user_id, channel_id, recipient_id, true, color, ${messageId} from joined
    on conflict (user_id, channel_id) do update set
      is_active = true, color = excluded.color, read_up_to = excluded.read_up_to`.execute(tx);
}
