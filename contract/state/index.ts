import type { Event, EventType } from "../events/index.ts";
import { realm_bot } from "./bots.ts";
import { channel_folder, default_stream_groups, default_streams, stream } from "./channels.ts";
import { delete_message, message, reaction, update_message, update_message_flags } from "./messages.ts";
import {
  alert_words,
  drafts,
  muted_topics,
  muted_users,
  navigation_view,
  reminders,
  saved_snippets,
  scheduled_messages,
  user_topic,
} from "./personal.ts";
import { presence, user_status } from "./presence.ts";
import { custom_profile_fields } from "./profile-fields.ts";
import {
  realm,
  realm_domains,
  realm_emoji,
  realm_filters,
  realm_linkifiers,
  realm_playgrounds,
  restart,
} from "./realm.ts";
import {
  has_zoom_token,
  onboarding_steps,
  push_device,
  realm_user_settings_defaults,
  update_display_settings,
  update_global_notifications,
  user_settings,
} from "./settings.ts";
import type { Reducer, Registration, State } from "./state.ts";
import { subscription } from "./subscriptions.ts";
import { user_group } from "./user-groups.ts";
import { realm_user } from "./users.ts";

export type { Registration, State } from "./state.ts";
export { untoldBy, untoldFields } from "./untold.ts";

/** One for each event type that changes the snapshot, under the name of the type. */
const reducers: { readonly [T in EventType]?: Reducer<T> } = {
  alert_words,
  channel_folder,
  custom_profile_fields,
  default_stream_groups,
  default_streams,
  delete_message,
  drafts,
  has_zoom_token,
  message,
  muted_topics,
  muted_users,
  navigation_view,
  onboarding_steps,
  presence,
  push_device,
  reaction,
  realm,
  realm_bot,
  realm_domains,
  realm_emoji,
  realm_filters,
  realm_linkifiers,
  realm_playgrounds,
  realm_user,
  realm_user_settings_defaults,
  reminders,
  restart,
  saved_snippets,
  scheduled_messages,
  stream,
  subscription,
  update_display_settings,
  update_global_notifications,
  update_message,
  update_message_flags,
  user_group,
  user_settings,
  user_status,
  user_topic,
};

/**
 * What a client knows after an event, given what it knew before; the state before is left as it was.
 * The model is that of a client with all capabilities and modern presence. Events that do not concern
 * the snapshot leave it unchanged, and so do all events for fields that were not fetched. What happens in
 * direct messages needs `user_id`, and so a client that fetched `realm_user`.
 */
export function apply(state: State, event: Event, registration: Registration): State {
  const reduce = reducers[event.type] as Reducer<EventType> | undefined;
  return reduce ? reduce(state, event, registration) : state;
}
