import type { Event } from "../events/index.ts";
import { type NeverSubscribed, type Subscription, SubscriptionProperties } from "../nouns/subscriptions.ts";
import type { RegisterField } from "../register/index.ts";
import { updateField } from "./set-fields.ts";
import { byName } from "./list-operations.ts";
import type { State } from "./state.ts";

/**
 * Fields of the register response that no event changes. Two responses may differ in them even if no event was missed.
 */
export const fieldsWithoutEvents: readonly RegisterField[] = [
  "queue_id",
  "last_event_id",
  "server_timestamp",
  "presence_last_update_id",
  "jitsi_server_url",
  "realm_create_private_stream_policy",
  "realm_create_public_stream_policy",
  "realm_create_web_public_stream_policy",
  "realm_wildcard_mention_policy",
];

/**
 * Returns the fields that an event may change without containing their new values, so that only the server knows them.
 * `state` is the state before the event.
 */
export function fieldsNotInEvent(state: State, event: Event): RegisterField[] {
  if (affectsPresences(event)) return ["presences"];
  if (event.type === "update_message") {
    const isNewest = (id: number) => state.max_message_id !== undefined && id >= state.max_message_id;
    // A message that is moved to another channel may become visible to a user, or no longer be visible. The id of the
    // user's newest message may change.
    return event.new_stream_id !== undefined && event.message_ids.some(isNewest) ? ["max_message_id"] : [];
  }
  const ofAccess = fieldsNotInAccessEvent(event);
  if (ofAccess) return ofAccess;
  if (event.type !== "delete_message") return [];
  const isGone = (id: number) => event.message_id === id || event.message_ids?.includes(id) === true;
  const fields: RegisterField[] = [];
  if (state.max_message_id !== undefined && isGone(state.max_message_id)) fields.push("max_message_id");
  if (state.recent_private_conversations?.some(({ max_message_id }) => isGone(max_message_id))) {
    fields.push("recent_private_conversations");
  }
  return fields;
}

/**
 * Returns true if an event may make existing presence visible or invisible, other than by a deactivation, or may change
 * the key under which presence is stored.
 */
function affectsPresences(event: Event): boolean {
  if (event.type === "realm") {
    if (event.op === "update") return event.property === "presence_disabled";
    return event.op === "update_dict" && "presence_disabled" in event.data;
  }
  if (event.type !== "realm_user") return false;
  if (event.op !== "update") return true;
  // In the older format, presence is stored by email address.
  return "new_email" in event.person || ("is_active" in event.person && event.person.is_active);
}

/**
 * Returns the fields that may change because a channel becomes visible or invisible: the user's starred messages and
 * topic settings in the channel become visible or invisible with it. The event does not contain them, because the
 * server would have to look them up for each affected user. Returns null for other events.
 */
function fieldsNotInAccessEvent({ type, ...event }: Event): RegisterField[] | null {
  if (type === "user_group") return ["starred_messages"];
  if (type !== "stream" && type !== "subscription") return null;
  const isInView = type === "stream" && "op" in event && (event.op === "create" || event.op === "delete");
  return isInView ? ["starred_messages", "user_topics", "muted_topics"] : ["starred_messages"];
}

/**
 * Returns the ids of channels that become visible to the user and already contain messages, so they are not new. Only
 * the server knows whether the user was subscribed to them before, and with which settings.
 */
export function channelsWithUnknownHistory(event: Event): number[] {
  if (event.type !== "stream" || event.op !== "create") return [];
  return event.streams.filter((channel) => channel.first_message_id !== null).map(({ stream_id }) => stream_id);
}

/**
 * Moves the given channels from those that the user was subscribed to before to those that the user has never been
 * subscribed to.
 */
export function withoutSubscriptionHistory(state: State, channelIds: ReadonlySet<number>): State {
  const former = state.unsubscribed?.filter(({ stream_id }) => channelIds.has(stream_id)) ?? [];
  if (former.length === 0) return state;
  const rest = updateField(state, "unsubscribed", (channels) =>
    channels.filter((channel) => !former.includes(channel)),
  );
  return updateField(rest, "never_subscribed", (channels) =>
    [...channels, ...former.map(withoutSubscriptionFields)].sort(byName),
  );
}

const subscriptionFields = new Set(Object.keys(SubscriptionProperties.shape));

const withoutSubscriptionFields = (subscription: Subscription): NeverSubscribed =>
  Object.fromEntries(Object.entries(subscription).filter(([name]) => !subscriptionFields.has(name))) as NeverSubscribed;
