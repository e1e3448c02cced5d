import type { LoginMethodSwitches } from "./authentication-methods.ts";
import type { RealmPermissions, RealmSettings as WireSettings } from "@parlance/contract/nouns/realm.ts";

/**
 * Settings that `realm.settings` does not contain in the API's format. Most are columns, permissions, or properties of
 * the server.
 */
type StoredElsewhere =
  | keyof RealmPermissions
  | "authentication_methods"
  | "description"
  | "icon_source"
  | "icon_url"
  | "logo_source"
  | "logo_url"
  | "mandatory_topics"
  | "name"
  | "night_logo_source"
  | "night_logo_url"
  | "plan_type"
  | "push_notifications_enabled"
  | "push_notifications_enabled_end_timestamp"
  | "upload_quota_mib";

/** The settings of an organization that `realm.settings` can contain, each with its value or its default. */
export type RealmSettings = Omit<WireSettings, StoredElsewhere> & {
  /**
   * The login methods that were explicitly enabled or disabled. Use `isLoginMethodEnabled`, which also handles missing
   * methods.
   */
  authentication_methods: LoginMethodSwitches;
  avatar_changes_disabled: boolean;
  /** Number of days after which messages are deleted; -1 if they are never deleted. */
  message_retention_days: number;
};

const WEEK_SECONDS = 604_800;

/** Default values of the settings; `realm.settings` contains only those that differ. */
export const realmSettingDefaults: Readonly<RealmSettings> = {
  allow_message_editing: true,
  authentication_methods: {},
  avatar_changes_disabled: false,
  default_code_block_language: "",
  default_language: "en",
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: false,
  enable_spectator_access: false,
  giphy_rating: 1,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600,
  message_content_edit_limit_seconds: 600,
  message_edit_history_visibility_policy: "all",
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  move_messages_between_streams_limit_seconds: WEEK_SECONDS,
  move_messages_within_stream_limit_seconds: WEEK_SECONDS,
  name_changes_disabled: false,
  new_stream_announcements_stream_id: -1,
  org_type: 0,
  presence_disabled: false,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_welcome_emails: true,
  service_update_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  topics_policy: "allow_empty_topic",
  video_chat_provider: 1,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: "",
};

/** Returns an organization's complete settings, from those stored in its row. */
export const resolveRealmSettings = (stored: unknown): RealmSettings => ({
  ...realmSettingDefaults,
  ...(stored as Partial<RealmSettings>),
});
