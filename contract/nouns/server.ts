import { z } from "zod";
import { GroupPermissionSetting } from "../entities/group-setting.ts";
import { EventId, noun } from "./noun.ts";

/** Options that the server offers, by name. Used for video call providers and for the ratings of animated images. */
export const NamedChoices = z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() }));
export type NamedChoices = z.infer<typeof NamedChoices>;

/** A size in which the server provides thumbnails of images. */
export const ThumbnailFormat = z.strictObject({
  name: z.string(),
  max_width: z.int().describe("Pixels."),
  max_height: z.int().describe("Pixels."),
  format: z.string(),
  animated: z.boolean(),
});
export type ThumbnailFormat = z.infer<typeof ThumbnailFormat>;

const characters = z.int().describe("Number of characters.");
const mebibytes = z.int().describe("Size in MiB.");
const milliseconds = z.int().describe("Milliseconds.");

/** Limits and properties of the server. Clients that request the event type `realm` receive them. */
export const serverFields = {
  max_message_length: characters,
  max_topic_length: characters,
  max_stream_name_length: characters,
  max_stream_description_length: characters,
  max_channel_folder_name_length: characters,
  max_channel_folder_description_length: characters,
  max_avatar_file_size_mib: mebibytes,
  max_file_upload_size_mib: mebibytes,
  max_icon_file_size_mib: mebibytes,
  max_logo_file_size_mib: mebibytes,
  password_min_length: characters,
  password_max_length: characters,
  password_min_guesses: z.int().describe("Number of guesses that a password must withstand."),
  event_queue_longpoll_timeout_seconds: z
    .int()
    .describe("Minimum time that a client should wait for a response with events."),
  server_generation: z.int().describe("UNIX seconds when the server started."),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_typing_started_expiry_period_milliseconds: milliseconds.describe(
    "Milliseconds after which a typing notification expires.",
  ),
  server_typing_started_wait_period_milliseconds: milliseconds.describe(
    'Milliseconds between two "started typing" requests.',
  ),
  server_typing_stopped_wait_period_milliseconds: milliseconds.describe(
    'Milliseconds without typing before a client sends "stopped typing".',
  ),
  server_min_deactivated_realm_deletion_days: z.int().nullable(),
  server_max_deactivated_realm_deletion_days: z.int().nullable(),
  server_avatar_changes_disabled: z.boolean(),
  server_name_changes_disabled: z.boolean(),
  server_can_summarize_topics: z.boolean(),
  server_emoji_data_url: z.string(),
  server_inline_image_preview: z.boolean(),
  server_inline_url_embed_preview: z.boolean(),
  server_jitsi_server_url: z.string().nullable(),
  server_needs_upgrade: z.boolean(),
  server_supported_permission_settings: z.strictObject({
    realm: z.record(z.string(), GroupPermissionSetting),
    stream: z.record(z.string(), GroupPermissionSetting),
    group: z.record(z.string(), GroupPermissionSetting),
  }),
  server_thumbnail_formats: z.array(ThumbnailFormat),
  server_web_public_streams_enabled: z.boolean(),
  settings_send_digest_emails: z.boolean(),
  development_environment: z.boolean(),
  giphy_rating_options: NamedChoices,
  jitsi_server_url: z.string().meta({ deprecated: true }),
};

/** The server has restarted with another release. */
export const RestartEvent = z.strictObject({
  id: EventId,
  type: z.literal("restart"),
  service_version: z.string(),
  service_merge_base: z.string(),
  service_feature_level: z.int(),
  server_generation: z.int().describe("UNIX seconds when the server started."),
});

/** Web clients should reload the page. */
export const WebReloadEvent = z.strictObject({
  id: EventId,
  type: z.literal("web_reload_client"),
  immediate: z.boolean().describe("Whether to reload now rather than at a random time soon."),
});

export const serverNoun = noun({
  events: [RestartEvent, WebReloadEvent],
  always: { service_feature_level: z.int(), service_version: z.string(), service_merge_base: z.string() },
});
