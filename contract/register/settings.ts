import { z } from "zod";
import { OnboardingStep } from "../entities/onboarding-step.ts";
import { PushDevice } from "../entities/push-device.ts";
import {
  LegacyDisplaySettings,
  LegacyNotificationSettings,
  UserSettings,
  UserSettingsDefaults,
} from "../entities/user-settings.ts";

/** Fields about the user's own settings and devices, by the event type that must be asked for. */
export const settingsGates = {
  user_settings: { user_settings: UserSettings },
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettingsDefaults },
  update_display_settings: deprecated(LegacyDisplaySettings.shape),
  update_global_notifications: deprecated(LegacyNotificationSettings.shape),
  onboarding_steps: {
    onboarding_steps: z.array(OnboardingStep),
    navigation_tour_video_url: z.string().nullable(),
  },
  push_device: { push_devices: z.record(z.string(), PushDevice).describe("By push account id") },
  video_calls: { has_zoom_token: z.boolean() },
  giphy: { giphy_api_key: z.string().describe("Empty if there is none") },
};

export const SettingsSnapshotFields = z.strictObject({
  ...settingsGates.user_settings,
  ...settingsGates.realm_user_settings_defaults,
  ...settingsGates.update_display_settings,
  ...settingsGates.update_global_notifications,
  ...settingsGates.onboarding_steps,
  ...settingsGates.push_device,
  ...settingsGates.video_calls,
  ...settingsGates.giphy,
});

/** Clients with `user_settings_object` do not get the fields of these gates. */
export const legacySettingsGates = ["update_display_settings", "update_global_notifications"] as const;

function deprecated<S extends z.ZodRawShape>(shape: S): S {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).meta({ deprecated: true })]);
  return Object.fromEntries(fields) as S;
}
