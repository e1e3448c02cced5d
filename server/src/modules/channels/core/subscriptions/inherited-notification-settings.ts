import type { Subscription, SubscriptionProperties } from "@parlance/contract/nouns/subscriptions.ts";
import { type KeptSettings, userSettingDefaults } from "#modules/users/core/settings/user-settings.ts";

/** The general setting that counts for a channel for which nothing was chosen. */
const GENERAL = {
  desktop_notifications: "enable_stream_desktop_notifications",
  audible_notifications: "enable_stream_audible_notifications",
  push_notifications: "enable_stream_push_notifications",
  email_notifications: "enable_stream_email_notifications",
  wildcard_mentions_notify: "wildcard_mentions_notify",
} as const satisfies Partial<Record<keyof SubscriptionProperties, keyof KeptSettings>>;

type Choice = keyof typeof GENERAL;

const CHOICES = Object.keys(GENERAL) as Choice[];

/** Somebody's general settings of these, as far as they differ from the defaults. */
export type GeneralNotifications = Partial<Record<Choice, boolean>>;

export function generalNotifications(settings: KeptSettings): GeneralNotifications {
  const own = CHOICES.map((choice) => [choice, settings[GENERAL[choice]]] as const);
  return Object.fromEntries(
    own.filter(([choice, value]) => value !== undefined && value !== userSettingDefaults[GENERAL[choice]]),
  );
}

/** For clients without the capability `notification_settings_null`: what counts for the channel in place of each null. */
export const withoutNulls = <S extends SubscriptionProperties | Subscription>(
  subscription: S,
  general: GeneralNotifications,
): S => ({
  ...subscription,
  ...Object.fromEntries(
    CHOICES.map((choice) => [choice, subscription[choice] ?? general[choice] ?? userSettingDefaults[GENERAL[choice]]]),
  ),
});
