import type { ParametersOf } from "@parlance/client";
import type { Client, Outcome } from "../connection/client.ts";

/** Changes of the user's own settings, by their names in the API. */
export type SettingChanges = ParametersOf<"PATCH /settings">;

/** True if a value can occur in an event, which is any but undefined. */
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

/** Changes of organization settings, by their names in the API. */
export type OrganizationSettingChanges = ParametersOf<"PATCH /realm">;

/** Changes settings of the organization. */
export const changeOrganizationSettings = (
  { change }: Pick<Client, "change">,
  changes: OrganizationSettingChanges,
): Promise<Outcome> => change({ expects: [], request: (call) => call("PATCH", "/realm", changes) });

/** Default settings for new users, by their names in the API. */
export type DefaultUserSettings = ParametersOf<"PATCH /realm/user_settings_defaults">;

/** Changes the default settings for new users. */
export const changeDefaultUserSettings = (
  { change }: Pick<Client, "change">,
  changes: DefaultUserSettings,
): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("PATCH", "/realm/user_settings_defaults", changes) });
