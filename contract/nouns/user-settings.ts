import { z } from "zod";
import { EmailVisibility } from "../entities/email-visibility.ts";
import { integerChoice } from "../entities/scalars.ts";
import { FollowPolicy } from "../entities/topic-visibility.ts";
import { change, setNamed } from "../state/change.ts";
import { EventId, noun } from "./noun.ts";

const display = {
  color_scheme: integerChoice([1, 2, 3]).describe("1 as the device, 2 dark, 3 light"),
  default_language: z.string().describe("Language tag"),
  demote_inactive_streams: integerChoice([1, 2, 3]).describe("1 when there are many channels, 2 always, 3 never"),
  display_emoji_reaction_users: z.boolean(),
  emojiset: z.string(),
  enter_sends: z.boolean().describe("Enter sends the message, rather than starting a line"),
  fluid_layout_width: z.boolean(),
  hide_ai_features: z.boolean(),
  high_contrast_mode: z.boolean(),
  left_side_userlist: z.boolean(),
  starred_message_counts: z.boolean(),
  translate_emoticons: z.boolean(),
  twenty_four_hour_time: z.boolean().nullable().describe("Null as is usual for the language"),
  user_list_style: integerChoice([1, 2, 3]).describe("1 compact, 2 with status, 3 with avatars"),
  web_animate_image_previews: z.enum(["always", "on_hover", "never"]),
  web_channel_default_view: integerChoice([1, 2, 3, 4]).describe(
    "Opens 1 the newest topic, 2 the channel, 3 the list of its topics, 4 the newest unread topic",
  ),
  web_escape_navigates_to_home_view: z.boolean(),
  web_font_size_px: z.int(),
  web_home_view: z.string(),
  web_left_sidebar_show_channel_folders: z.boolean(),
  web_left_sidebar_unreads_count_summary: z.boolean(),
  web_line_height_percent: z.int(),
  web_mark_read_on_scroll_policy: integerChoice([1, 2, 3]).describe("1 always, 2 in conversations only, 3 never"),
  web_navigate_to_sent_message: z.boolean(),
  web_stream_unreads_count_display_policy: integerChoice([1, 2, 3]).describe("1 all, 2 unmuted channels, 3 none"),
  web_suggest_update_timezone: z.boolean(),
};

const notifications = {
  automatically_follow_topics_policy: FollowPolicy,
  automatically_follow_topics_where_mentioned: z.boolean(),
  automatically_unmute_topics_in_muted_streams_policy: FollowPolicy,
  desktop_icon_count_display: integerChoice([1, 2, 3, 4]).describe(
    "Counts 1 all unread, 2 direct, mentions and followed topics, 3 direct and mentions, 4 nothing",
  ),
  do_not_disturb_until: z
    .int()
    .describe("UNIX seconds: until then phones and browsers tell nothing. 0 or past: as usual"),
  email_notifications_batching_period_seconds: z.int(),
  enable_desktop_notifications: z.boolean(),
  enable_digest_emails: z.boolean(),
  enable_followed_topic_audible_notifications: z.boolean(),
  enable_followed_topic_desktop_notifications: z.boolean(),
  enable_followed_topic_email_notifications: z.boolean(),
  enable_followed_topic_push_notifications: z.boolean(),
  enable_followed_topic_wildcard_mentions_notify: z.boolean(),
  enable_login_emails: z.boolean(),
  enable_marketing_emails: z.boolean(),
  enable_offline_email_notifications: z.boolean(),
  enable_offline_push_notifications: z.boolean(),
  enable_online_push_notifications: z.boolean(),
  enable_sounds: z.boolean(),
  enable_stream_audible_notifications: z.boolean(),
  enable_stream_desktop_notifications: z.boolean(),
  enable_stream_email_notifications: z.boolean(),
  enable_stream_push_notifications: z.boolean(),
  message_content_in_email_notifications: z.boolean(),
  notification_sound: z.string(),
  pm_content_in_desktop_notifications: z.boolean().describe("Show what a direct message says"),
  quiet_hours: z
    .string()
    .describe(
      "When phones and browsers tell nothing each week, by the user's time zone: `12345 22:00-07:00, 67 00:00-24:00`; days from 1 " +
        "Monday. Empty: never",
    ),
  realm_name_in_email_notifications_policy: integerChoice([1, 2, 3]).describe("1 automatic, 2 always, 3 never"),
  resolved_topic_notice_auto_read_policy: z.enum(["always", "except_followed", "never"]),
  wildcard_mentions_notify: z.boolean(),
};

const privacy = {
  allow_private_data_export: z.boolean(),
  email_address_visibility: EmailVisibility,
  enable_drafts_synchronization: z.boolean(),
  presence_enabled: z.boolean(),
  receives_typing_notifications: z.boolean(),
  send_private_typing_notifications: z.boolean(),
  send_read_receipts: z.boolean(),
  send_stream_typing_notifications: z.boolean(),
};

/** What the server offers to choose from; it comes along with the settings. */
const choices = {
  available_notification_sounds: z.array(z.string()),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
};

/** The settings that an organization gives to new accounts. */
export const UserSettingsDefaults = z.strictObject({ ...display, ...notifications, ...privacy, ...choices });
export type UserSettingsDefaults = z.infer<typeof UserSettingsDefaults>;

/** A user's own settings. */
export const UserSettings = z.strictObject({
  ...UserSettingsDefaults.shape,
  timezone: z.string().describe("IANA name"),
});
export type UserSettings = z.infer<typeof UserSettings>;

/** Display settings as clients without `user_settings_object` read them, at the top of the register response. */
export const LegacyDisplaySettings = UserSettings.pick({
  color_scheme: true,
  default_language: true,
  demote_inactive_streams: true,
  emojiset: true,
  emojiset_choices: true,
  enable_drafts_synchronization: true,
  enter_sends: true,
  fluid_layout_width: true,
  high_contrast_mode: true,
  left_side_userlist: true,
  starred_message_counts: true,
  timezone: true,
  translate_emoticons: true,
  web_home_view: true,
}).extend({ twenty_four_hour_time: z.boolean() });
export type LegacyDisplaySettings = z.infer<typeof LegacyDisplaySettings>;

/** Notification settings for the same clients, in the same place. */
export const LegacyNotificationSettings = UserSettings.pick({
  available_notification_sounds: true,
  desktop_icon_count_display: true,
  email_notifications_batching_period_seconds: true,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  enable_stream_audible_notifications: true,
  enable_stream_desktop_notifications: true,
  enable_stream_email_notifications: true,
  enable_stream_push_notifications: true,
  message_content_in_email_notifications: true,
  notification_sound: true,
  pm_content_in_desktop_notifications: true,
  presence_enabled: true,
  realm_name_in_email_notifications_policy: true,
  wildcard_mentions_notify: true,
});
export type LegacyNotificationSettings = z.infer<typeof LegacyNotificationSettings>;

const settingValue = z.union([z.boolean(), z.int(), z.string()]);
/** The reference shared with other servers has null in snapshots alone, so this one shows the other types in events. */
const nullableSettingValue = settingValue
  .nullable()
  .describe("Null, for `twenty_four_hour_time` alone: as is usual for the language")
  .meta({ anyOf: [{ type: "boolean" }, { type: "integer" }, { type: "string" }] });
const languageName = z.string().optional().describe("With `default_language`: its name in itself");

export const UserSettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_settings"),
  op: z.literal("update"),
  property: z.string(),
  value: nullableSettingValue,
  language_name: languageName,
});

/** What new accounts get changed. */
export const UserSettingsDefaultsEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user_settings_defaults"),
  op: z.literal("update"),
  property: z.string(),
  value: nullableSettingValue,
});

/** Sent too, to clients without `user_settings_object`. */
export const LegacyDisplaySettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_display_settings"),
  user: z.string().describe("E-mail address"),
  setting_name: z.string(),
  setting: settingValue,
  language_name: languageName,
});

/** Sent too, to clients without `user_settings_object`. */
export const LegacyNotificationSettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_global_notifications"),
  user: z.string().describe("E-mail address"),
  notification_name: z.string(),
  setting: settingValue,
});

function deprecated<S extends z.ZodRawShape>(shape: S): S {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).meta({ deprecated: true })]);
  return Object.fromEntries(fields) as S;
}

export const userSettingsNoun = noun({
  events: [UserSettingsEvent, UserSettingsDefaultsEvent, LegacyDisplaySettingsEvent, LegacyNotificationSettingsEvent],
  always: { receives_typing_notifications: z.boolean() },
  snapshot: {
    user_settings: { user_settings: UserSettings },
    realm_user_settings_defaults: { realm_user_settings_defaults: UserSettingsDefaults },
    update_display_settings: deprecated(LegacyDisplaySettings.shape),
    update_global_notifications: deprecated(LegacyNotificationSettings.shape),
  },
  reducers: {
    realm_user_settings_defaults: (state, { property, value }) =>
      change(state, "realm_user_settings_defaults", (settings) => setNamed(settings, property, value)),
    update_display_settings: (state, { setting_name, setting }) => setNamed(state, setting_name, setting),
    update_global_notifications: (state, { notification_name, setting }) => setNamed(state, notification_name, setting),
  },
});
