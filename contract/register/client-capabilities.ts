import { z } from "zod";

const capability = z.boolean().optional();

/**
 * The capabilities that a client can declare when it registers. Unknown capabilities are ignored, because newer clients
 * declare them to all servers.
 */
export const ClientCapabilities = z.object({
  notification_settings_null: capability.describe(
    "Notification settings of a subscription may be null, which uses the user's general setting.",
  ),
  bulk_message_deletion: capability.describe("One `delete_message` event may list several messages."),
  user_avatar_url_field_optional: capability.describe(
    "`avatar_url` may be absent for users whose avatars the client can fetch later.",
  ),
  stream_typing_notifications: capability.describe("The client handles `typing` events for channels."),
  user_settings_object: capability.describe("Settings are sent in `user_settings` instead of at the top level."),
  linkifier_url_template: capability.describe("Linkifiers are sent with URL templates."),
  user_list_incomplete: capability.describe("The client handles ids of users that are missing from the list of users."),
  include_deactivated_groups: capability.describe("Deactivated user groups are sent."),
  archived_channels: capability.describe("Archived channels are sent."),
  empty_topic_name: capability.describe("The empty topic is sent as an empty string."),
  simplified_presence_events: capability.describe("`presence` events use the modern format."),
});
