import { InvalidColor, NotBoolean, UnknownSubscriptionProperty } from "../errors.ts";
import type { SubscriptionSettings } from "../presentation.ts";

const FLAGS = [
  "is_muted",
  "pin_to_top",
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

type Flag = (typeof FLAGS)[number];

/** Columns with a subscriber's settings for a channel. */
export const SUBSCRIPTION_SETTINGS = ["color", ...FLAGS] as const;

/**
 * Names of a subscriber's settings for a channel in the API. `in_home_view` is the legacy name for the inverse of
 * `is_muted`.
 */
export const SUBSCRIPTION_PROPERTIES: readonly string[] = [...SUBSCRIPTION_SETTINGS, "in_home_view"];

export const subscriptionSettingErrors = [UnknownSubscriptionProperty, NotBoolean, InvalidColor] as const;

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const isFlag = (property: string): property is Flag => (FLAGS as readonly string[]).includes(property);

/**
 * Converts a setting for a channel to the values of its columns.
 * @throws one of `subscriptionSettingErrors`
 */
export function parseSubscriptionSetting(property: string, value: boolean | string): Partial<SubscriptionSettings> {
  if (!SUBSCRIPTION_PROPERTIES.includes(property)) throw new UnknownSubscriptionProperty({ property });
  if (property === "color") return { color: parseColor(value) };
  if (typeof value !== "boolean") throw new NotBoolean({ property });
  return isFlag(property) ? { [property]: value } : { is_muted: !value };
}

/**
 * Validates the color of a channel, and returns it.
 * @throws InvalidColor
 */
export function parseColor(value: boolean | string): string {
  if (typeof value !== "string" || !COLOR.test(value)) throw new InvalidColor();
  return value;
}
