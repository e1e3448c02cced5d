import type { Event, EventType } from "../events/index.ts";
import { nouns, type AnyNoun } from "../nouns/index.ts";
import type { Intersection } from "../nouns/noun.ts";
import { stream } from "./channels.ts";
import { delete_message, message, reaction, update_message, update_message_flags } from "./messages.ts";
import { presence } from "./presence.ts";
import { custom_profile_fields } from "./profile-fields.ts";
import { realm } from "./realm.ts";
import { restart } from "./restart.ts";
import type { Reducer, Registration, State } from "./state.ts";
import { subscription } from "./subscriptions.ts";
import { user_group } from "./user-groups.ts";
import { user_settings } from "./user-settings.ts";
import { user_topic } from "./user-topics.ts";
import { realm_user } from "./users.ts";

export type { Registration, State } from "./state.ts";
export {
  channelsWithUnknownHistory,
  fieldsNotInEvent,
  fieldsWithoutEvents,
  withoutSubscriptionHistory,
} from "./fields-without-events.ts";

/**
 * The event types that are applied by a function in the file of their noun, a kind of data that clients have (see
 * nouns/noun.ts).
 */
type NounEventType = keyof Intersection<AnyNoun["reducers"]>;

/**
 * The functions that apply the other events, by event type. Most of these events change or need the data of several
 * nouns.
 */
const crossNounReducers: { readonly [T in Exclude<EventType, NounEventType>]?: Reducer<T> } = {
  custom_profile_fields,
  delete_message,
  message,
  presence,
  reaction,
  realm,
  realm_user,
  restart,
  stream,
  subscription,
  update_message,
  update_message_flags,
  user_group,
  user_settings,
  user_topic,
};

const reducers = Object.assign({}, crossNounReducers, ...nouns.map((noun) => noun.reducers)) as {
  readonly [T in EventType]?: Reducer<T>;
};

/**
 * Returns the state of a client after an event. Does not modify `state`, the state before it. The client is assumed to
 * have all capabilities, so `presence` events have the current format. Events that do not affect the state, or only
 * fields that the client did not request, leave it unchanged. To apply events about direct messages, `user_id` is
 * needed, so the client must have requested `realm_user`.
 */
export function apply(state: State, event: Event, registration: Registration): State {
  const reduce = reducers[event.type] as Reducer<EventType> | undefined;
  return reduce ? reduce(state, event, registration) : state;
}
