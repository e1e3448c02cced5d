import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/errors.ts";
import { changeUserSettings } from "../actions/change-user-settings.ts";
import { settingsInput } from "../settings-input.ts";

export const changeSettings = endpoint.write({
  route: "PATCH /settings",
  summary: "Change one's own account and settings",
  access: "user",
  humansOnly: true,
  input: settingsInput,
  response: z.object({}),
  errors: [NoSuchUser],
  async handler({ tx, actor, realm }, { input }) {
    const { full_name: _1, email: _2, old_password: _3, new_password: _4, ...changes } = input;
    await changeUserSettings(tx, { realm, userId: actor.id, changes });
    return {};
  },
});
