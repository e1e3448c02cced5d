import { z } from "zod";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { integerChoice } from "@parlance/contract/entities/scalars.ts";
import { parseQuietHours, INDEFINITE_PAUSE_SECONDS } from "@parlance/contract/entities/quiet-hours.ts";
import { followPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { UserSettings, type UserSettingsDefaults } from "@parlance/contract/nouns/user-settings.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import { bool, choice, exactly, int, text } from "@parlance/kernel/http/params.ts";
import { languageName } from "#modules/organizations/core/languages.ts";

/** The values that this server offers for some settings. */
const availableChoices = {
  available_notification_sounds: ["chime", "ding", "knock"],
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
  ],
};

/** All settings of a user except `timezone`, which has its own column. */
export type ChangeableSettings = Omit<UserSettingsDefaults, keyof typeof availableChoices>;
export type SettingName = keyof ChangeableSettings;

/** Declaration of a setting. The contract describes its values and their meaning. */
interface SettingDeclaration<V> {
  /** Value that applies if neither the user nor the organization has chosen one. */
  readonly default: V;
  /** Schema of the values that are accepted, if it differs from the contract's schema. */
  readonly accepts?: z.ZodType<V>;
  /**
   * Schema of the values that an organization can choose as its default for new users. `false` if an organization
   * cannot choose a default. If absent, the same values are accepted as for users.
   */
  readonly acceptsAsDefault?: z.ZodType<V> | false;
}

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const sound = text()
  .refine(
    (name) => name === "none" || availableChoices.available_notification_sounds.includes(name),
    exactly((name) => `Invalid notification sound '${String(name)}'`),
  )
  .describe("One of `available_notification_sounds`, or `none`.");

const language = text()
  .refine((code) => languageName(code) !== null, exactly("Invalid default_language"))
  .describe(
    "Language tag, such as `pt-br`: the language of clients. The server's own emails and notices are in English",
  );

/**
 * Schema of the time format. It is documented as a boolean, because the published API reference allows null only in
 * snapshots.
 */
const clockFormat = bool()
  .nullable()
  .describe("True for 13:00, false for 1:00 PM; null uses the convention of the language.")
  .meta({ anyOf: undefined, type: "boolean" });

const batchingPeriod = int()
  .refine(
    (seconds) => seconds > 0 && seconds <= WEEK_SECONDS,
    exactly((seconds) => `Invalid email batching period: ${String(seconds)} seconds`),
  )
  .describe("Seconds, up to a week.");

const timestampSetting = int({ min: 0, max: INDEFINITE_PAUSE_SECONDS });

const quietHours = text({ max: 400 }).refine(
  (hours) => parseQuietHours(hours) !== null,
  exactly("Invalid quiet hours: write them like 12345 22:00-07:00"),
);

/**
 * The declarations of all settings. Request parameters, defaults, and the fields in snapshots and events are derived
 * from them.
 */
const declarations: { readonly [Name in SettingName]: SettingDeclaration<ChangeableSettings[Name]> } = {
  color_scheme: { default: 1 },
  default_language: { default: "en", accepts: language, acceptsAsDefault: false },
  demote_inactive_streams: { default: 1 },
  display_emoji_reaction_users: { default: true },
  emojiset: { default: "google", accepts: choice("google", "twitter", "text") },
  enter_sends: { default: false },
  fluid_layout_width: { default: false },
  hide_ai_features: { default: false },
  high_contrast_mode: { default: false },
  left_side_userlist: { default: false },
  starred_message_counts: { default: true },
  translate_emoticons: { default: false },
  twenty_four_hour_time: { default: false, accepts: clockFormat },
  user_list_style: { default: 2 },
  web_animate_image_previews: { default: "on_hover" },
  web_channel_default_view: {
    default: 1,
    accepts: integerChoice([1, 2, 4]).describe(
      "What opening a channel shows: 1 its newest topic, 2 the channel feed, 4 its newest unread topic.",
    ),
    acceptsAsDefault: UserSettings.shape.web_channel_default_view,
  },
  web_escape_navigates_to_home_view: { default: true },
  web_font_size_px: { default: 16, accepts: int({ min: 8, max: 64 }) },
  web_home_view: { default: "inbox", accepts: choice("inbox", "recent_topics", "all_messages") },
  web_left_sidebar_show_channel_folders: { default: true },
  web_left_sidebar_unreads_count_summary: { default: true },
  web_line_height_percent: { default: 140, accepts: int({ min: 50, max: 400 }) },
  web_mark_read_on_scroll_policy: { default: 1 },
  web_navigate_to_sent_message: { default: true },
  web_stream_unreads_count_display_policy: { default: 2 },
  web_suggest_update_timezone: { default: true },

  automatically_follow_topics_policy: { default: followPolicies.starting },
  automatically_follow_topics_where_mentioned: { default: true },
  automatically_unmute_topics_in_muted_streams_policy: { default: followPolicies.sending },
  desktop_icon_count_display: { default: 1 },
  do_not_disturb_until: { default: 0, accepts: timestampSetting, acceptsAsDefault: false },
  email_notifications_batching_period_seconds: { default: 120, accepts: batchingPeriod },
  enable_desktop_notifications: { default: true },
  enable_digest_emails: { default: true },
  enable_followed_topic_audible_notifications: { default: true },
  enable_followed_topic_desktop_notifications: { default: true },
  enable_followed_topic_email_notifications: { default: true },
  enable_followed_topic_push_notifications: { default: true },
  enable_followed_topic_wildcard_mentions_notify: { default: true },
  enable_login_emails: { default: true, acceptsAsDefault: false },
  enable_marketing_emails: { default: true, acceptsAsDefault: false },
  enable_offline_email_notifications: { default: true },
  enable_offline_push_notifications: { default: true },
  enable_online_push_notifications: { default: true },
  enable_sounds: { default: true },
  enable_stream_audible_notifications: { default: false },
  enable_stream_desktop_notifications: { default: false },
  enable_stream_email_notifications: { default: false },
  enable_stream_push_notifications: { default: false },
  message_content_in_email_notifications: { default: true },
  notification_sound: { default: "chime", accepts: sound },
  pm_content_in_desktop_notifications: { default: true },
  quiet_hours: { default: "", accepts: quietHours },
  realm_name_in_email_notifications_policy: { default: 1 },
  resolved_topic_notice_auto_read_policy: { default: "except_followed" },
  wildcard_mentions_notify: { default: true },

  allow_private_data_export: { default: false, acceptsAsDefault: false },
  email_address_visibility: { default: emailVisibilities.everyone },
  enable_drafts_synchronization: { default: true },
  presence_enabled: { default: true },
  receives_typing_notifications: { default: true },
  send_private_typing_notifications: { default: true },
  send_read_receipts: { default: true },
  send_stream_typing_notifications: { default: true },
};

const names = Object.keys(declarations) as SettingName[];

/** Request parameters for settings, all of them optional, by the name of the setting. */
type Parameters = z.ZodObject<{ [Name in SettingName]: z.ZodOptional<z.ZodType<ChangeableSettings[Name]>> }>;

function buildParameters(schemaOf: (name: SettingName) => z.ZodType | false): Parameters {
  const schemas = names.map((name) => [name, schemaOf(name)] as const).filter(([, schema]) => schema !== false);
  return z.object(Object.fromEntries(schemas)).partial() as unknown as Parameters;
}

const valueSchema = (name: SettingName): z.ZodType => {
  const { description } = UserSettings.shape[name];
  const { accepts } = declarations[name];
  if (!accepts) return UserSettings.shape[name];
  return accepts.description === undefined && description !== undefined ? accepts.describe(description) : accepts;
};

/** Request parameters for changes of the user's own settings. */
export const settingParameters = buildParameters(valueSchema);

/** Request parameters for changes of an organization's defaults for new users. */
export const defaultUserSettingParameters = buildParameters(
  (name) => declarations[name].acceptsAsDefault ?? valueSchema(name),
);

/** Values of settings that are not stored in an account's row. */
export const builtInUserSettings = Object.fromEntries(
  names.map((name) => [name, declarations[name].default]),
) as unknown as ChangeableSettings;

/**
 * The settings stored in an account's row: those that the user has chosen, and the organization's defaults when the
 * account was created.
 */
export type StoredUserSettings = Partial<ChangeableSettings>;

/** Returns all settings of an account except `timezone`. */
export const changeableSettings = ({ settings }: Pick<Row<"account">, "settings">): ChangeableSettings => ({
  ...builtInUserSettings,
  ...(settings as StoredUserSettings),
});

/** Returns all settings of a user, with the values that the server offers. */
export const userSettings = (row: Pick<Row<"account">, "settings" | "timezone">): UserSettings => ({
  ...changeableSettings(row),
  ...availableChoices,
  timezone: row.timezone,
});

/** Returns an organization's defaults for new accounts, with the values that the server offers. */
export const defaultUserSettings = (row: { readonly user_settings_defaults: unknown }): UserSettingsDefaults => ({
  ...builtInUserSettings,
  ...(row.user_settings_defaults as StoredUserSettings),
  ...availableChoices,
});

/** Returns the settings whose value changes. `before` may contain other fields too, such as `timezone`. */
export function changedSettings<T extends object>(
  before: T,
  wanted: { readonly [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const changes = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof T],
  );
  return Object.fromEntries(changes) as Partial<T>;
}
