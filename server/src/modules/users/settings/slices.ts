import { z } from "zod";
import { userSettingsNoun } from "@parlance/contract/nouns/user-settings.ts";
import { slice, type Slice, type SliceRequest } from "#kernel/http/module.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { accountOf } from "#modules/users/core/visibility/spectator.ts";
import { withoutNull } from "#modules/users/core/settings/user-setting-events.ts";
import { newAccountSettings, userSettings } from "#modules/users/core/settings/user-settings.ts";

const ownSettings = ({ directory, actor }: SliceRequest) => userSettings(accountOf(directory, actor));

/** The reader's own settings. */
const settingsSlice = slice(userSettingsNoun, "user_settings", async (_db, request) => ({
  user_settings: ownSettings(request),
}));

/** One of them stands at the top of every snapshot too. */
const typingSlice: Slice = {
  types: [],
  response: z.strictObject(userSettingsNoun.always),
  async fetch(_db, request) {
    const { receives_typing_notifications } = ownSettings(request);
    return { receives_typing_notifications };
  },
};

/** What the organization gives to new accounts. */
const newAccountSettingsSlice = slice(userSettingsNoun, "realm_user_settings_defaults", async (_db, { directory }) => ({
  realm_user_settings_defaults: newAccountSettings(directory.of(organization).facts),
}));

/** Some of the settings at the top of the snapshot, for clients that do not know `user_settings`. */
const legacySlice = (type: "update_display_settings" | "update_global_notifications"): Slice => {
  const fields = Object.keys(userSettingsNoun.snapshot[type]) as (keyof ReturnType<typeof ownSettings>)[];
  return {
    types: [type],
    response: z.strictObject(userSettingsNoun.snapshot[type] as z.ZodRawShape).partial(),
    async fetch(_db, request) {
      if (request.capabilities["user_settings_object"] === true) return {};
      const settings = ownSettings(request);
      return Object.fromEntries(fields.map((field) => [field, withoutNull(field, settings[field])]));
    },
  };
};

export const settingSlices: readonly Slice[] = [
  settingsSlice,
  typingSlice,
  newAccountSettingsSlice,
  legacySlice("update_display_settings"),
  legacySlice("update_global_notifications"),
];
