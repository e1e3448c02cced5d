import type { Row, Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import { channelAccess, isGuest, type Person, seesMetadata } from "#modules/channels/access.ts";
import { channelsCreated, channelsLost, defaultChannelsChanged, peersAdded } from "#modules/channels/events.ts";
import { presentChannels } from "#modules/channels/presentation.ts";
import { defaultChannelIds, subscriberLists } from "#modules/channels/queries.ts";

type Channels = ReadonlyMap<number, Row<"channel">>;

/** The channels that a person knows of. */
export async function knownChannels(tx: Tx, person: Person): Promise<Channels> {
  const all = await channelAccess(tx, person, { all: true });
  return new Map(all.filter((channel) => seesMetadata(person.role, channel)).map((channel) => [channel.id, channel]));
}

/** Tells somebody whose role changed of the channels that come into view, and of those that leave it. */
export async function tellOfChannels(tx: Tx, before: Person, after: Person, known: Channels, now: Date): Promise<void> {
  const visible = await knownChannels(tx, after);
  const lost = [...known.keys()].filter((id) => !visible.has(id));
  const gained = [...visible].flatMap(([id, channel]) => (known.has(id) ? [] : [channel]));
  if (lost.length > 0) emit(tx, toUser(after), channelsLost(lost));
  if (gained.length > 0) {
    const presented = await presentChannels(tx, after.realmId, gained, now);
    const subscribers = await subscriberLists(
      tx,
      after.realmId,
      gained.map(({ id }) => id),
    );
    // Clients count up with each list that follows.
    const empty = [...presented.values()].map((channel) => ({
      ...channel,
      subscriber_count: channel.subscriber_count - (subscribers.get(channel.stream_id)?.length ?? 0),
    }));
    emit(tx, toUser(after), channelsCreated(empty));
    for (const [id, userIds] of subscribers) if (userIds.length > 0) emit(tx, toUser(after), peersAdded([id], userIds));
  }
  if (isGuest(before.role) === isGuest(after.role)) return;
  const defaults = isGuest(after.role) ? [] : await defaultChannelIds(tx, after.realmId);
  emit(tx, toUser(after), defaultChannelsChanged(defaults));
}
