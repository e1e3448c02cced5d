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

/** The settings of subscribers for a channel, as stored. */
export const SUBSCRIPTION_SETTINGS = ["color", ...FLAGS] as const;

/**
 * The settings of subscribers for a channel, as named in the API. `in_home_view` is the legacy inverse of `is_muted`.
 */
export const SUBSCRIPTION_PROPERTIES: readonly string[] = [...SUBSCRIPTION_SETTINGS, "in_home_view"];

export const subscriptionSettingErrors = [UnknownSubscriptionProperty, NotBoolean, InvalidColor] as const;

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const isFlag = (property: string): property is Flag => (FLAGS as readonly string[]).includes(property);

/** Parses a setting for a channel into its stored form. Throws one of `subscriptionSettingErrors`. */
export function parseSubscriptionSetting(property: string, value: boolean | string): Partial<SubscriptionSettings> {
  if (!SUBSCRIPTION_PROPERTIES.includes(property)) throw new UnknownSubscriptionProperty({ property });
  if (property === "color") return { color: parseColor(value) };
  if (typeof value !== "boolean") throw new NotBoolean({ property });
  return isFlag(property) ? { [property]: value } : { is_muted: !value };
}

/** Validates a channel color. Throws `InvalidColor`. */
export function parseColor(value: boolean | string): string {
  if (typeof value !== "string" || !COLOR.test(value)) throw new InvalidColor();
  return value;
}
