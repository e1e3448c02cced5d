import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { defaultUserSettingParameters } from "#modules/users/core/settings/user-settings.ts";
import { changeDefaultUserSettings as change } from "../actions/change-default-user-settings.ts";

export const changeDefaultUserSettings = endpoint.write({
  route: "PATCH /realm/user_settings_defaults",
  summary: "Update default settings for new users",
  description:
    "Existing users keep their settings. Omitted parameters stay unchanged. Either every change is made or none.",
  access: "admin",
  input: defaultUserSettingParameters,
  response: z.object({}),
  errors: [],
  async handler({ tx, actor, now }, { input }) {
    await change(tx, { actor, changes: input, now });
    return {};
  },
});
