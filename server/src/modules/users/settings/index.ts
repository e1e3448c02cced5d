import { type Module, defineSlice, type Slice, type SliceRequest } from "@parlance/kernel/http/module.ts";
import { changeDefaultUserSettings } from "./api/change-defaults.ts";
import { z } from "zod";
import { userSettingsNoun } from "@parlance/contract/nouns/user-settings.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { accountOfActor } from "#modules/users/core/visibility/spectator.ts";
import { nullAsFalse } from "#modules/users/core/settings/user-setting-events.ts";
import { defaultUserSettings, userSettings } from "#modules/users/core/settings/user-settings.ts";

const ownSettings = ({ snapshot, actor }: SliceRequest) => userSettings(accountOfActor(snapshot, actor));

/** Slice (part of the register response) with the user's own settings. */
const settingsSlice = defineSlice(userSettingsNoun, "user_settings", async (_db, request) => ({
  user_settings: ownSettings(request),
}));

/** Slice with a setting that is also at the top level of every register response. */
const typingSlice: Slice = {
  types: [],
  response: z.strictObject(userSettingsNoun.always),
  async fetch(_db, request) {
    const { receives_typing_notifications } = ownSettings(request);
    return { receives_typing_notifications };
  },
};

/** Slice with the organization's default settings for new accounts. */
const defaultUserSettingsSlice = defineSlice(
  userSettingsNoun,
  "realm_user_settings_defaults",
  async (_db, { snapshot }) => ({
    realm_user_settings_defaults: defaultUserSettings(snapshot.get(organization).loadedRow),
  }),
);

/**
 * Creates a slice with some of the settings at the top level of the register response, for clients that do not know
 * `user_settings`.
 */
const legacySlice = (type: "update_display_settings" | "update_global_notifications"): Slice => {
  const fields = Object.keys(userSettingsNoun.snapshot[type]) as (keyof ReturnType<typeof ownSettings>)[];
  return {
    types: [type],
    response: z.strictObject(userSettingsNoun.snapshot[type] as z.ZodRawShape).partial(),
    async fetch(_db, request) {
      if (request.capabilities["user_settings_object"] === true) return {};
      const settings = ownSettings(request);
      return Object.fromEntries(fields.map((field) => [field, nullAsFalse(field, settings[field])]));
    },
  };
};

const settingSlices: readonly Slice[] = [
  settingsSlice,
  typingSlice,
  defaultUserSettingsSlice,
  legacySlice("update_display_settings"),
  legacySlice("update_global_notifications"),
];

/** Module for users' settings and the organization's defaults for new users. */
export const userSettingsModule: Module = {
  name: "user-settings",
  floor: "profiles",
  endpoints: [changeDefaultUserSettings],
  slices: settingSlices,
};
