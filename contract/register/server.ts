import { z } from "zod";
import { GroupPermissionSetting } from "../entities/group-setting.ts";
import { NamedChoices, ThumbnailFormat } from "../entities/realm.ts";

const characters = z.int().describe("Characters");
const mebibytes = z.int().describe("MiB");
const milliseconds = z.int().describe("Milliseconds");

/** Limits and facts of the server, which come with the `realm` event type. */
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
  password_min_guesses: z.int().describe("Tries that a password must withstand"),
  event_queue_longpoll_timeout_seconds: z.int().describe("How long a client should wait for a reply with events"),
  server_generation: z.int().describe("UNIX seconds of the server's start"),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_typing_started_expiry_period_milliseconds: milliseconds.describe("Milliseconds until a start counts no more"),
  server_typing_started_wait_period_milliseconds: milliseconds.describe("Milliseconds between two starts"),
  server_typing_stopped_wait_period_milliseconds: milliseconds.describe("Milliseconds without typing before a stop"),
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
