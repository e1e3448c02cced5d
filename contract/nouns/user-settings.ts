import { z } from "zod";
import { EmailVisibility } from "../entities/email-visibility.ts";
import { integerChoice } from "../entities/scalars.ts";
import { FollowPolicy } from "../entities/topic-visibility.ts";
import { updateField, setFieldByName } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

const display = {
  color_scheme: integerChoice([1, 2, 3]).describe("1 match system, 2 dark, 3 light."),
  default_language: z.string().describe("Language tag."),
  demote_inactive_streams: integerChoice([1, 2, 3]).describe("1 if there are many channels, 2 always, 3 never."),
  display_emoji_reaction_users: z
    .boolean()
    .describe("Whether reactions show the names of the users who reacted, if there are few."),
  emojiset: z.string().describe("Emoji style; one of `emojiset_choices`."),
  enter_sends: z.boolean().describe("Whether Enter sends the message instead of starting a new line."),
  fluid_layout_width: z.boolean().describe("Whether to use the full window width."),
  hide_ai_features: z.boolean().describe("Whether to hide AI features."),
  high_contrast_mode: z.boolean().describe("Whether to use high contrast."),
  left_side_userlist: z.boolean().describe("Whether narrow windows show the user list on the left."),
  starred_message_counts: z.boolean().describe("Whether to show the number of starred messages."),
  translate_emoticons: z.boolean().describe("Whether to convert emoticons such as `:)` to emoji."),
  twenty_four_hour_time: z.boolean().nullable().describe("Null uses the convention of the language."),
  user_list_style: integerChoice([1, 2, 3]).describe("1 compact, 2 with status, 3 with avatars."),
  web_animate_image_previews: z.enum(["always", "on_hover", "never"]).describe("When to animate image previews."),
  web_channel_default_view: integerChoice([1, 2, 3, 4]).describe(
    "What opening a channel shows: 1 its newest topic, 2 the channel feed, 3 its list of topics, 4 its newest " +
      "unread topic.",
  ),
  web_escape_navigates_to_home_view: z.boolean().describe("Whether Escape opens the home view."),
  web_font_size_px: z.int().describe("Font size in pixels."),
  web_home_view: z.string().describe("View that opens first: `inbox`, `recent_topics` or `all_messages`."),
  web_left_sidebar_show_channel_folders: z.boolean().describe("Whether the sidebar groups channels by folder."),
  web_left_sidebar_unreads_count_summary: z.boolean().describe("Whether the sidebar shows total unread counts."),
  web_line_height_percent: z.int().describe("Line height in percent of the font size."),
  web_mark_read_on_scroll_policy: integerChoice([1, 2, 3]).describe("1 always, 2 only in conversation views, 3 never."),
  web_navigate_to_sent_message: z.boolean().describe("Whether sending a message opens its conversation."),
  web_stream_unreads_count_display_policy: integerChoice([1, 2, 3]).describe(
    "1 all channels, 2 unmuted channels, 3 none.",
  ),
  web_suggest_update_timezone: z.boolean().describe("Whether to suggest the browser's time zone."),
};

const notifications = {
  automatically_follow_topics_policy: FollowPolicy,
  automatically_follow_topics_where_mentioned: z
    .boolean()
    .describe("Whether to follow topics in which the user is mentioned."),
  automatically_unmute_topics_in_muted_streams_policy: FollowPolicy,
  desktop_icon_count_display: integerChoice([1, 2, 3, 4]).describe(
    "What the count includes: 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct " +
      "messages and mentions, 4 nothing.",
  ),
  do_not_disturb_until: z
    .int()
    .describe(
      "UNIX seconds until which push and browser notifications are paused; 0 or a time in the past does not pause " +
        "them.",
    ),
  email_notifications_batching_period_seconds: z.int().describe("Delay before sending email, to collect messages."),
  enable_desktop_notifications: z.boolean().describe("Browser notifications for direct messages and mentions."),
  enable_digest_emails: z.boolean().describe("Digest emails about missed activity."),
  enable_followed_topic_audible_notifications: z.boolean().describe("Sound for messages in followed topics."),
  enable_followed_topic_desktop_notifications: z.boolean().describe("Browser notifications for followed topics."),
  enable_followed_topic_email_notifications: z.boolean().describe("Email notifications for followed topics."),
  enable_followed_topic_push_notifications: z.boolean().describe("Push notifications for followed topics."),
  enable_followed_topic_wildcard_mentions_notify: z
    .boolean()
    .describe("Whether wildcard mentions in followed topics notify."),
  enable_login_emails: z.boolean().describe("Emails about new logins."),
  enable_marketing_emails: z.boolean().describe("Emails about the product."),
  enable_offline_email_notifications: z.boolean().describe("Email for direct messages and mentions."),
  enable_offline_push_notifications: z.boolean().describe("Push notifications for direct messages and mentions."),
  enable_online_push_notifications: z
    .boolean()
    .describe("Whether push notifications are sent even while the user is active."),
  enable_sounds: z.boolean().describe("Sound for direct messages and mentions."),
  enable_stream_audible_notifications: z.boolean().describe("Sound for all channel messages."),
  enable_stream_desktop_notifications: z.boolean().describe("Browser notifications for all channel messages."),
  enable_stream_email_notifications: z.boolean().describe("Email for all channel messages."),
  enable_stream_push_notifications: z.boolean().describe("Push notifications for all channel messages."),
  message_content_in_email_notifications: z.boolean().describe("Whether emails include message content."),
  notification_sound: z.string().describe("One of `available_notification_sounds`, or `none`."),
  pm_content_in_desktop_notifications: z
    .boolean()
    .describe("Whether notifications show the content of direct messages."),
  quiet_hours: z
    .string()
    .describe(
      "Weekly hours without push and browser notifications, in the user's time zone, such as " +
        "`12345 22:00-07:00, 67 00:00-24:00`: weekdays by number, 1 for Monday, and hours. Empty for none.",
    ),
  realm_name_in_email_notifications_policy: integerChoice([1, 2, 3]).describe("1 automatic, 2 always, 3 never."),
  resolved_topic_notice_auto_read_policy: z
    .enum(["always", "except_followed", "never"])
    .describe("When notices about resolved topics are marked as read automatically."),
  wildcard_mentions_notify: z.boolean().describe("Whether wildcard mentions notify."),
};

const privacy = {
  allow_private_data_export: z.boolean().describe("Whether exports may include the user's private data."),
  email_address_visibility: EmailVisibility,
  enable_drafts_synchronization: z.boolean().describe("Whether the server stores drafts."),
  presence_enabled: z.boolean().describe("Whether other users see the user's presence."),
  receives_typing_notifications: z.boolean().describe("Whether to show when other users are typing."),
  send_private_typing_notifications: z.boolean().describe("Whether direct message recipients see the user typing."),
  send_read_receipts: z.boolean().describe("Whether other users see what the user has read."),
  send_stream_typing_notifications: z.boolean().describe("Whether channel subscribers see the user typing."),
};

/** The options among which the user can choose. Sent together with the settings. */
const choices = {
  available_notification_sounds: z.array(z.string()).describe("Names of the notification sounds."),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
};

/** The organization's default settings for new users. */
export const UserSettingsDefaults = z.strictObject({ ...display, ...notifications, ...privacy, ...choices });
export type UserSettingsDefaults = z.infer<typeof UserSettingsDefaults>;

/** A user's own settings. */
export const UserSettings = z.strictObject({
  ...UserSettingsDefaults.shape,
  timezone: z.string().describe("IANA time zone name."),
});
export type UserSettings = z.infer<typeof UserSettings>;

/**
 * Display settings for clients without the capability `user_settings_object`. Such clients receive these settings at
 * the top level of the register response.
 */
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

/**
 * Notification settings for clients without the capability `user_settings_object`. Such clients receive these settings
 * at the top level of the register response.
 */
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
/**
 * The API description that other servers share allows null only in the register response. Therefore, the published
 * schema of events lists only the other types.
 */
const nullableSettingValue = settingValue
  .nullable()
  .describe("Null only for `twenty_four_hour_time`, where it uses the convention of the language.")
  .meta({ anyOf: [{ type: "boolean" }, { type: "integer" }, { type: "string" }] });
const languageName = z
  .string()
  .optional()
  .describe("Present if `property` is `default_language`: the language's name for itself.");

export const UserSettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_settings"),
  op: z.literal("update"),
  property: z.string(),
  value: nullableSettingValue,
  language_name: languageName,
});

/** A default setting for new users has changed. */
export const UserSettingsDefaultsEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user_settings_defaults"),
  op: z.literal("update"),
  property: z.string(),
  value: nullableSettingValue,
});

/** A display setting has changed. Sent in addition to `user_settings` if the client lacks `user_settings_object`. */
export const LegacyDisplaySettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_display_settings"),
  user: z.string().describe("Email address."),
  setting_name: z.string(),
  setting: settingValue,
  language_name: languageName,
});

/**
 * A notification setting has changed. Sent in addition to `user_settings` if the client lacks `user_settings_object`.
 */
export const LegacyNotificationSettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_global_notifications"),
  user: z.string().describe("Email address."),
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
      updateField(state, "realm_user_settings_defaults", (settings) => setFieldByName(settings, property, value)),
    update_display_settings: (state, { setting_name, setting }) => setFieldByName(state, setting_name, setting),
    update_global_notifications: (state, { notification_name, setting }) =>
      setFieldByName(state, notification_name, setting),
  },
});
