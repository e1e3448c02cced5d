import type { UserSettings, UserSettingsDefaults } from "@parlance/contract/entities/user-settings.ts";
import type { Row } from "#kernel/db/types.ts";

const display = {
  color_scheme: 1,
  default_language: "en",
  demote_inactive_streams: 1,
  display_emoji_reaction_users: true,
  emojiset: "google",
  enter_sends: false,
  fluid_layout_width: false,
  hide_ai_features: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  translate_emoticons: false,
  twenty_four_hour_time: false,
  user_list_style: 2,
  web_animate_image_previews: "on_hover",
  web_channel_default_view: 1,
  web_escape_navigates_to_home_view: true,
  web_font_size_px: 16,
  web_home_view: "inbox",
  web_left_sidebar_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  web_line_height_percent: 140,
  web_mark_read_on_scroll_policy: 1,
  web_navigate_to_sent_message: true,
  web_stream_unreads_count_display_policy: 2,
  web_suggest_update_timezone: true,
} as const;

const notifications = {
  automatically_follow_topics_policy: 3,
  automatically_follow_topics_where_mentioned: true,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  desktop_icon_count_display: 1,
  email_notifications_batching_period_seconds: 120,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  notification_sound: "chime",
  pm_content_in_desktop_notifications: true,
  realm_name_in_email_notifications_policy: 1,
  resolved_topic_notice_auto_read_policy: "except_followed",
  wildcard_mentions_notify: true,
} as const;

const privacy = {
  allow_private_data_export: false,
  email_address_visibility: 1,
  enable_drafts_synchronization: true,
  presence_enabled: true,
  receives_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
} as const;

/** What can be chosen on this server. */
const choices = {
  available_notification_sounds: ["chime", "ding", "knock"],
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
  ],
};

/** What a user can set, `timezone` apart, which has a column of its own. */
export type ChangeableSettings = Omit<UserSettingsDefaults, keyof typeof choices>;

/** Settings of accounts whose rows say nothing else. */
export const userSettingDefaults: ChangeableSettings = { ...display, ...notifications, ...privacy };

/** Settings as a row keeps them: those that differ from the defaults. */
export type KeptSettings = Partial<ChangeableSettings>;

/** The settings of an account, `timezone` apart. */
export const changeableSettings = ({ settings }: Pick<Row<"account">, "settings">): ChangeableSettings => ({
  ...userSettingDefaults,
  ...(settings as KeptSettings),
});

/** A user's own settings, complete, with what the server offers to choose from. */
export const userSettings = (row: Pick<Row<"account">, "settings" | "timezone">): UserSettings => ({
  ...changeableSettings(row),
  ...choices,
  timezone: row.timezone,
});

/** What an organization gives to new accounts, complete. */
export const newAccountSettings = (row: Pick<Row<"realm">, "user_settings_defaults">): UserSettingsDefaults => ({
  ...userSettingDefaults,
  ...(row.user_settings_defaults as KeptSettings),
  ...choices,
});
