import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { newcomerSettingParameters } from "#modules/users/core/settings.ts";
import { changeNewcomerSettings as change } from "../actions/change-newcomer-settings.ts";

export const changeNewcomerSettings = endpoint.write({
  route: "PATCH /realm/user_settings_defaults",
  summary: "Change the settings that new accounts begin with",
  description: "Accounts that exist keep what they have. Only what is sent changes, all of it or nothing.",
  access: "admin",
  input: newcomerSettingParameters,
  response: z.object({}),
  errors: [],
  async handler({ tx, actor, now }, { input }) {
    await change(tx, { actor, changes: input, now });
    return {};
  },
});
