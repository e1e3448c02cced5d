import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { changeProfileData } from "#modules/users/profile-fields/actions/change-profile-data.ts";
import { profileErrors } from "#modules/users/profile-fields/errors.ts";
import { prepareProfileUpdate } from "#modules/users/profile-fields/values/profile-update.ts";
import { profileInput } from "#modules/users/profile-fields/values/profile-input.ts";
import { renameUser } from "../actions/rename-user.ts";
import { nameErrors, NoSuchUser } from "#modules/users/core/errors.ts";
import { canChangeName } from "../own-account/own-account-policy.ts";

export const changeOwn = endpoint.write({
  route: "PATCH /users/me",
  summary: "Update your name and profile",
  description:
    "Either every change is made or none. `PATCH /settings` changes all other settings of the account. If the " +
    "organization does not allow name changes, `full_name` is ignored. Only administrators may change profile " +
    "fields that are not `editable_by_user`.",
  access: "user",
  humansOnly: true,
  input: z.object({
    full_name: text().optional().describe("2 to 100 characters."),
    profile_data: profileInput.optional(),
  }),
  response: z.object({}),
  errors: [...nameErrors, ...profileErrors, NoSuchUser],
  prepare: ({ db, realm }, { input }) => prepareProfileUpdate(db, realm.id, input.profile_data ?? []),
  async handler({ tx, actor, realm, now }, { input }, update) {
    if (input.full_name !== undefined && (await canChangeName(tx, actor))) {
      await renameUser(tx, { realmId: realm.id, userId: actor.id, fullName: input.full_name });
    }
    await changeProfileData(tx, { actor, user: { id: actor.id, bot_type: actor.botType }, update, now });
    return {};
  },
});
