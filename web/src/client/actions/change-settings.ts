import type { ParametersOf } from "@parlance/client";
import type { Client, Outcome } from "../connection/client.ts";

/** One's own settings, by what the API calls them. */
export type SettingChanges = ParametersOf<"PATCH /settings">;

/** True if a value is one that an event can have: all but the undefined ones. */
const isSettingValue = (value: unknown): value is string | number | boolean | null =>
  value === null || ["boolean", "number", "string"].includes(typeof value);

/** Changes settings of one's own. */
export const changeSettings = ({ change }: Pick<Client, "change">, changes: SettingChanges): Promise<Outcome> =>
  change({
    expects: Object.entries(changes).flatMap(([property, value]) =>
      isSettingValue(value) ? [{ type: "user_settings" as const, op: "update" as const, property, value }] : [],
    ),
    request: (call) => call("PATCH", "/settings", changes),
  });

/** Settings of the organization, by what the API calls them. */
export type OrganizationSettingChanges = ParametersOf<"PATCH /realm">;

/** Changes settings of the organization. */
export const changeOrganizationSettings = (
  { change }: Pick<Client, "change">,
  changes: OrganizationSettingChanges,
): Promise<Outcome> => change({ expects: [], request: (call) => call("PATCH", "/realm", changes) });

/** Settings that newcomers begin with, by what the API calls them. */
export type DefaultUserSettings = ParametersOf<"PATCH /realm/user_settings_defaults">;

/** Changes the settings that newcomers begin with. */
export const changeDefaultUserSettings = (
  { change }: Pick<Client, "change">,
  changes: DefaultUserSettings,
): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("PATCH", "/realm/user_settings_defaults", changes) });
