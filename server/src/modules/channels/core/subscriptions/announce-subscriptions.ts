import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { toServerProcesses, toUsers } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { groupPeerEvents, type Grantees, type PeerChange, type PeerEvent } from "../announcements/channel-audience.ts";
import { required } from "@parlance/kernel/base/required.ts";
import {
  channelAccessChanged,
  channelsCreated,
  channelsDeleted,
  peersAdded,
  peersRemovedTogether,
  peersRemoved,
  subscriptionsAdded,
  subscriptionsRemoved,
} from "../events.ts";
import {
  userIdsByChannel,
  groupByChannelSet,
  type MemberRecord,
  type Membership,
  type NewMembership,
} from "./memberships.ts";
import { presentSubscriptionSettings } from "../presentation.ts";
import { canSeeWithoutSubscription } from "@parlance/contract/rules/channel-access.ts";

interface SubscriptionAudience {
  readonly realmId: number;
  /** The affected channels, as they are after the change. */
  readonly channels: readonly Row<"channel">[];
  readonly grantees: Grantees;
  readonly guests: Grantees;
}

interface SubscriptionChange extends SubscriptionAudience {
  readonly members: ReadonlyMap<number, MemberRecord>;
}

interface SubscriptionAdditions extends SubscriptionChange {
  readonly added: readonly NewMembership[];
  readonly areNew: boolean;
  readonly presented: ReadonlyMap<number, Channel>;
  /** Ids of the subscribers before the change, by channel id. */
  readonly subscribers: ReadonlyMap<number, readonly number[]>;
}

/**
 * Sends the events about new subscriptions. The first of these events makes the users receive the channel's events. A
 * user who could not see a channel before receives an event about the channel before the one about the subscription.
 * The owners of accounts that were just created receive neither.
 */
export function announceSubscriptions(tx: Tx, change: SubscriptionAdditions): void {
  const { realmId, added } = change;
  const users = userIdsByChannel(added);
  for (const [id, add] of users) emit(tx, toServerProcesses(realmId), channelAccessChanged(id, { add }));
  if (!change.areNew) {
    for (const { channelIds, userIds } of groupByChannelSet(membershipsGrantingVisibility(change, added))) {
      emit(tx, toUsers(realmId, userIds), channelsCreated(channelIds.map((id) => required(change.presented.get(id)))));
    }
    announceToSubscribers(tx, change, users);
  }
  for (const { audience, channelIds, userIds } of peerEventsOf(change, users)) {
    emit(tx, audience, peersAdded(channelIds, userIds));
  }
}

/**
 * Sends the new subscribers the event about their subscriptions, with the complete lists of the channels' subscribers.
 * Users with the same channels and the same settings for them share one event.
 */
function announceToSubscribers(
  tx: Tx,
  change: SubscriptionAdditions,
  users: ReadonlyMap<number, readonly number[]>,
): void {
  const subscribers = new Map(
    [...users].map(([id, own]) => [id, [...(change.subscribers.get(id) ?? []), ...own].sort((a, b) => a - b)]),
  );
  const own = Map.groupBy(change.added, ({ userId }) => userId);
  const alike = Map.groupBy(own, ([, memberships]) =>
    JSON.stringify(memberships.map(({ channelId, choices }) => [channelId, presentSubscriptionSettings(choices)])),
  );
  for (const group of alike.values()) {
    const subscriptions = required(group[0])[1].map(({ channelId, choices }) => ({
      ...required(change.presented.get(channelId)),
      ...presentSubscriptionSettings(choices),
      subscribers: subscribers.get(channelId) ?? [],
    }));
    const ids = group.map(([userId]) => userId);
    const readers = ids.map((id) => required(change.members.get(id)));
    emit(tx, toUsers(change.realmId, ids), subscriptionsAdded(subscriptions, readers));
  }
}

/**
 * Sends the events about ended subscriptions. The users still receive these events, but no later events of the
 * channels.
 */
export function announceUnsubscriptions(tx: Tx, change: SubscriptionChange, removed: readonly Membership[]): void {
  const { realmId, channels } = change;
  const users = userIdsByChannel(removed);
  const rows = new Map(channels.map((channel) => [channel.id, channel]));
  for (const { channelIds, userIds } of groupByChannelSet(removed)) {
    emit(tx, toUsers(realmId, userIds), subscriptionsRemoved(channelIds.map((id) => required(rows.get(id)))));
  }
  for (const { audience, channelIds, userIds } of peerEventsOf(change, users)) {
    if (userIds.length === 1) emit(tx, audience, peersRemoved(channelIds, userIds));
    else emit(tx, { ...audience, except: [] }, peersRemovedTogether(channelIds, userIds));
  }
  for (const { channelIds, userIds } of groupByChannelSet(membershipsGrantingVisibility(change, removed))) {
    emit(tx, toUsers(realmId, userIds), channelsDeleted(channelIds));
  }
  for (const [id, remove] of users) emit(tx, toServerProcesses(realmId), channelAccessChanged(id, { remove }));
}

/**
 * Sends other users the events that deactivated users are no longer subscribers. The deactivated users receive no
 * events.
 */
export function announceSuspension(tx: Tx, change: SubscriptionAudience, absent: readonly Membership[]): void {
  const users = userIdsByChannel(absent);
  for (const { audience, channelIds, userIds } of peerEventsOf(change, users)) {
    emit(tx, audience, peersRemoved(channelIds, userIds));
  }
  for (const [id, remove] of users) emit(tx, toServerProcesses(change.realmId), channelAccessChanged(id, { remove }));
}

/** Sends other users the events that reactivated users are subscribers again. */
export function announceResumption(tx: Tx, change: SubscriptionAudience, returned: readonly Membership[]): void {
  const users = userIdsByChannel(returned);
  for (const [id, add] of users) emit(tx, toServerProcesses(change.realmId), channelAccessChanged(id, { add }));
  for (const { audience, channelIds, userIds } of peerEventsOf(change, users)) {
    emit(tx, audience, peersAdded(channelIds, userIds));
  }
}

const peerEventsOf = (change: SubscriptionAudience, users: ReadonlyMap<number, number[]>): PeerEvent[] =>
  groupPeerEvents(peerChanges(change, users), change.grantees, change.guests);

/**
 * Returns the memberships on which the visibility of the channel depends: without the subscription, the user cannot see
 * the channel.
 */
function membershipsGrantingVisibility(
  { channels, members, grantees }: SubscriptionChange,
  memberships: readonly Membership[],
): Membership[] {
  const rows = new Map(channels.map((channel) => [channel.id, channel]));
  return memberships.filter(({ userId, channelId }) => {
    const isGrantee = grantees.get(channelId)?.includes(userId) ?? false;
    return !canSeeWithoutSubscription(required(members.get(userId)).role, required(rows.get(channelId)), { isGrantee });
  });
}

function peerChanges({ channels }: SubscriptionAudience, users: ReadonlyMap<number, number[]>): PeerChange[] {
  return channels.flatMap((channel) => {
    const userIds = users.get(channel.id);
    return userIds ? [{ channel, userIds }] : [];
  });
}
