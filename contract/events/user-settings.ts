import { z } from "zod";
import { EventId } from "./event-id.ts";

const settingValue = z.union([z.boolean(), z.int(), z.string()]);
const languageName = z.string().optional().describe("With `default_language`: its name in itself");

export const UserSettingsEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_settings"),
  op: z.literal("update"),
  property: z.string(),
  value: settingValue,
  language_name: languageName,
});

/** What new accounts get changed. */
export const UserSettingsDefaultsEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user_settings_defaults"),
  op: z.literal("update"),
  property: z.string(),
  value: settingValue,
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
