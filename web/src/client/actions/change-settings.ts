import type { ParametersOf } from "@parlance/client";
import type { Client, Outcome } from "../connection/client.ts";

/** New values of the user's own settings, by the settings' names in the API. */
export type SettingChanges = ParametersOf<"PATCH /settings">;

/** Returns true if an event can contain the value. A setting that is not changed is undefined. */
const isSettingValue = (value: unknown): value is string | number | boolean | null =>
  value === null || ["boolean", "number", "string"].includes(typeof value);

/** Changes the user's own settings. */
export const changeSettings = ({ change }: Pick<Client, "change">, changes: SettingChanges): Promise<Outcome> =>
  change({
    expects: Object.entries(changes).flatMap(([property, value]) =>
      isSettingValue(value) ? [{ type: "user_settings" as const, op: "update" as const, property, value }] : [],
    ),
    request: (call) => call("PATCH", "/settings", changes),
  });

/** New values of organization settings, by the settings' names in the API. */
export type OrganizationSettingChanges = ParametersOf<"PATCH /realm">;

/** Changes organization settings. */
export const changeOrganizationSettings = (
  { change }: Pick<Client, "change">,
  changes: OrganizationSettingChanges,
): Promise<Outcome> => change({ expects: [], request: (call) => call("PATCH", "/realm", changes) });

/** New values of the default settings for new users, by the settings' names in the API. */
export type DefaultUserSettings = ParametersOf<"PATCH /realm/user_settings_defaults">;

/** Changes the default settings for new users. */
export const changeDefaultUserSettings = (
  { change }: Pick<Client, "change">,
  changes: DefaultUserSettings,
): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("PATCH", "/realm/user_settings_defaults", changes) });
