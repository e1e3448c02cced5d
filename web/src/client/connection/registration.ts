import type { Call } from "@parlance/client";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { Registration } from "@parlance/contract/state/index.ts";

/** Options of the registration that the code for applying events must know as well. */
export const registrationOptions: Registration = {
  clientGravatar: false,
  includeSubscribers: false,
  slimPresence: true,
};

/**
 * Registers a queue for all events. Returns the register response, which contains the state that the queue's events
 * continue from.
 * @throws Error with the server's message
 */
export async function register(call: Call): Promise<RegisterResponse> {
  const answer = await call("POST", "/register", {
    apply_markdown: true,
    client_gravatar: registrationOptions.clientGravatar,
    include_subscribers: "false",
    slim_presence: registrationOptions.slimPresence,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: false,
      stream_typing_notifications: true,
      user_settings_object: true,
      linkifier_url_template: true,
      user_list_incomplete: true,
      include_deactivated_groups: true,
      archived_channels: true,
      empty_topic_name: true,
      simplified_presence_events: true,
    },
  });
  if (answer.result === "error") throw new Error(answer.msg);
  return answer;
}
