import { change, type Reducer, setNamed } from "./state.ts";

export const user_settings: Reducer<"user_settings"> = (state, { property, value }) => {
  const set = change(state, "user_settings", (settings) => setNamed(settings, property, value));
  switch (property) {
    case "receives_typing_notifications":
      return setNamed(set, property, value);
    case "enable_drafts_synchronization":
      return value ? set : { ...set, drafts: [] };
    default:
      return set;
  }
};

/** What clients without `user_settings_object` hear beside it, of the fields at the top of their snapshot. */
export const update_display_settings: Reducer<"update_display_settings"> = (state, { setting_name, setting }) =>
  setNamed(state, setting_name, setting);

export const update_global_notifications: Reducer<"update_global_notifications"> = (
  state,
  { notification_name, setting },
) => setNamed(state, notification_name, setting);

export const realm_user_settings_defaults: Reducer<"realm_user_settings_defaults"> = (state, { property, value }) =>
  change(state, "realm_user_settings_defaults", (settings) => setNamed(settings, property, value));

export const onboarding_steps: Reducer<"onboarding_steps"> = (state, event) =>
  change(state, "onboarding_steps", () => event.onboarding_steps);

export const has_zoom_token: Reducer<"has_zoom_token"> = (state, { value }) => setNamed(state, "has_zoom_token", value);

export const push_device: Reducer<"push_device"> = (state, { push_account_id, status, error_code }) =>
  change(state, "push_devices", (devices) => ({
    ...devices,
    [push_account_id]: { status, error_code: error_code ?? null },
  }));
