import { postPolicies, type Channel } from "../entities/channel.ts";
import type { EventOf } from "../events/index.ts";
import { byName, upsert } from "./list-operations.ts";
import { removeChannelsFromUnread } from "./messages.ts";
import { updateField, mergeChanges, setFieldByName } from "./set-fields.ts";
import type { Reducer, Registration, State } from "./state.ts";

const idOf = ({ stream_id }: { stream_id: number }) => stream_id;

export const stream: Reducer<"stream"> = (state, event, registration) => {
  switch (event.op) {
    case "create":
      return event.streams.reduce((known, channel) => addChannel(known, channel, registration), state);
    case "update":
      return updateChannel(state, event);
    case "delete":
      return removeChannels(state, event.stream_ids);
  }
};

/**
 * Adds a channel that has become visible. Unless it is already known, it is added to the channels that the user has
 * never been subscribed to; a `subscription` event may change this.
 */
function addChannel(state: State, channel: Channel, { includeSubscribers }: Registration): State {
  const listed = updateField(state, "streams", (streams) => upsert(streams, channel, idOf).sort(byName));
  const isKnown = [...(state.subscriptions ?? []), ...(state.unsubscribed ?? [])].some(
    ({ stream_id }) => stream_id === channel.stream_id,
  );
  if (isKnown)
    return mapChannels(listed, (one) => (one.stream_id === channel.stream_id ? { ...one, ...channel } : one));
  const entry = includeSubscribers ? { ...channel, subscribers: [] } : channel;
  return updateField(listed, "never_subscribed", (channels) => upsert(channels, entry, idOf).sort(byName));
}

function updateChannel(state: State, event: Extract<EventOf<"stream">, { op: "update" }>): State {
  const { stream_id, property, value, id: _id, type: _type, op: _op, name: _name, ...alongside } = event;
  return mapChannels(state, (channel) => {
    if (channel.stream_id !== stream_id) return channel;
    const changed = setFieldByName(mergeChanges(channel, alongside as Partial<typeof channel>), property, value);
    return property === "stream_post_policy"
      ? { ...changed, is_announcement_only: value === postPolicies.administrators }
      : changed;
  });
}

function removeChannels(state: State, ids: readonly number[]): State {
  const rest = <C extends Channel>(channels: C[]) => channels.filter(({ stream_id }) => !ids.includes(stream_id));
  const unlisted = updateField(state, "streams", rest);
  const left = updateField(
    updateField(updateField(unlisted, "subscriptions", rest), "unsubscribed", rest),
    "never_subscribed",
    rest,
  );
  return removeChannelsFromUnread(left, ids);
}

/** Changes channels in all lists of the state. All of these lists are sorted by name. */
export function mapChannels(state: State, to: <C extends Channel>(channel: C) => C): State {
  const mapped = <C extends Channel>(channels: C[]) => channels.map(to).sort(byName);
  const listed = updateField(state, "streams", mapped);
  return updateField(
    updateField(updateField(listed, "subscriptions", mapped), "unsubscribed", mapped),
    "never_subscribed",
    mapped,
  );
}
