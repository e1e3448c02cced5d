import type { Channel } from "../entities/channel.ts";
import type { SubscriberLists, Subscription } from "../nouns/subscriptions.ts";
import { mapChannels } from "./channels.ts";
import { byName, difference, upsert, union } from "./list-operations.ts";
import { removeChannelsFromUnread } from "./messages.ts";
import { recountUnread } from "./muted-topics.ts";
import { updateField, setFieldByName } from "./set-fields.ts";
import type { Reducer, Registration, State } from "./state.ts";

const idOf = ({ stream_id }: { stream_id: number }) => stream_id;

export const subscription: Reducer<"subscription"> = (state, event, registration) => {
  switch (event.op) {
    case "add":
      return recountUnread(event.subscriptions.reduce((rest, added) => subscribe(rest, added, registration), state));
    case "remove":
      return removeChannelsFromUnread(unsubscribe(state, event.subscriptions.map(idOf)), event.subscriptions.map(idOf));
    case "update":
      return recountUnread(
        updateField(state, "subscriptions", (subscriptions) =>
          subscriptions.map((one) =>
            one.stream_id === event.stream_id ? setFieldByName(one, event.property, event.value) : one,
          ),
        ),
      );
    case "peer_add":
      return changePeers(state, event.stream_ids, event.user_ids, union);
    case "peer_remove":
      return changePeers(state, event.stream_ids, event.user_ids, difference);
  }
};

function subscribe(state: State, added: Subscription, { includeSubscribers }: Registration): State {
  const { subscribers, partial_subscribers: _, ...rest } = added;
  const others = [...(state.unsubscribed ?? []), ...(state.never_subscribed ?? [])].find(
    ({ stream_id }) => stream_id === added.stream_id,
  )?.subscribers;
  const own = state.user_id === undefined ? [] : [state.user_id];
  const entry = includeSubscribers ? { ...rest, subscribers: union(subscribers ?? others ?? [], own) } : rest;
  const isOther = ({ stream_id }: Channel) => stream_id !== added.stream_id;
  const counted = setSubscriberCounts(state, new Map([[added.stream_id, added.subscriber_count]]));
  const left = updateField(counted, "unsubscribed", (channels) => channels.filter(isOther));
  const moved = updateField(left, "never_subscribed", (channels) => channels.filter(isOther));
  return updateField(moved, "subscriptions", (subscriptions) => upsert(subscriptions, entry, idOf).sort(byName));
}

/**
 * Moves channels to those that the user was subscribed to before. They keep the user's settings, in case the user
 * subscribes again.
 */
function unsubscribe(state: State, ids: readonly number[]): State {
  const left = changePeers(state, ids, state.user_id === undefined ? [] : [state.user_id], difference);
  const isLeft = ({ stream_id }: Channel) => ids.includes(stream_id);
  const leaving = left.subscriptions?.filter(isLeft) ?? [];
  const rest = updateField(left, "subscriptions", (subscriptions) => subscriptions.filter((one) => !isLeft(one)));
  return updateField(rest, "unsubscribed", (channels) =>
    [...channels.filter((one) => !isLeft(one)), ...leaving].sort(byName),
  );
}

/**
 * Adds users to the subscribers of channels, or removes them. If the list of subscribers is known, the number of
 * subscribers is its length.
 */
function changePeers(
  state: State,
  channelIds: readonly number[],
  userIds: readonly number[],
  combine: typeof union,
): State {
  const step = combine === union ? userIds.length : -userIds.length;
  const listed = mapChannels(state, <C extends Channel & SubscriberLists>(channel: C): C => {
    if (!channelIds.includes(channel.stream_id)) return channel;
    const count = channel.subscriber_count + step;
    if (!channel.subscribers) return { ...channel, subscriber_count: count };
    const subscribers = combine(channel.subscribers, userIds);
    return { ...channel, subscribers, subscriber_count: subscribers.length };
  });
  return setSubscriberCounts(listed, countListedSubscribers(listed, channelIds));
}

/** Returns the number of subscribers for those of the channels whose lists of subscribers are known. */
function countListedSubscribers(state: State, channelIds: readonly number[]): Map<number, number> {
  const channels = [...(state.subscriptions ?? []), ...(state.unsubscribed ?? []), ...(state.never_subscribed ?? [])];
  const listed = channels.filter(({ stream_id, subscribers }) => subscribers && channelIds.includes(stream_id));
  return new Map(listed.map(({ stream_id, subscriber_count }) => [stream_id, subscriber_count]));
}

const setSubscriberCounts = (state: State, counts: ReadonlyMap<number, number>) =>
  mapChannels(state, (channel) => ({
    ...channel,
    subscriber_count: counts.get(channel.stream_id) ?? channel.subscriber_count,
  }));
