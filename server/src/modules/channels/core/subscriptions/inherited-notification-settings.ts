import type { Subscription, SubscriptionProperties } from "@parlance/contract/nouns/subscriptions.ts";
import { type StoredUserSettings, builtInUserSettings } from "#modules/users/core/settings/user-settings.ts";

/**
 * Names of the general settings, by the setting for a channel. The general setting applies if the setting for the
 * channel is null.
 */
const GENERAL_SETTING_NAMES = {
  desktop_notifications: "enable_stream_desktop_notifications",
  audible_notifications: "enable_stream_audible_notifications",
  push_notifications: "enable_stream_push_notifications",
  email_notifications: "enable_stream_email_notifications",
  wildcard_mentions_notify: "wildcard_mentions_notify",
} as const satisfies Partial<Record<keyof SubscriptionProperties, keyof StoredUserSettings>>;

type InheritableSetting = keyof typeof GENERAL_SETTING_NAMES;

const INHERITABLE_SETTINGS = Object.keys(GENERAL_SETTING_NAMES) as InheritableSetting[];

/** A user's general settings that differ from the defaults, with the names of the settings for a channel. */
export type GeneralNotifications = Partial<Record<InheritableSetting, boolean>>;

export function generalNotifications(settings: StoredUserSettings): GeneralNotifications {
  const own = INHERITABLE_SETTINGS.map((choice) => [choice, settings[GENERAL_SETTING_NAMES[choice]]] as const);
  return Object.fromEntries(
    own.filter(
      ([choice, value]) => value !== undefined && value !== builtInUserSettings[GENERAL_SETTING_NAMES[choice]],
    ),
  );
}

/**
 * Replaces each setting of a subscription that is null with the general setting that applies. Needed for clients
 * without the capability `notification_settings_null`.
 */
export const resolveInheritedSettings = <S extends SubscriptionProperties | Subscription>(
  subscription: S,
  general: GeneralNotifications,
): S => ({
  ...subscription,
  ...Object.fromEntries(
    INHERITABLE_SETTINGS.map((choice) => [
      choice,
      subscription[choice] ?? general[choice] ?? builtInUserSettings[GENERAL_SETTING_NAMES[choice]],
    ]),
  ),
});
