import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { changeProfileData } from "../actions/change-profile-data.ts";
import { profileErrors } from "../errors.ts";
import { prepareProfileUpdate } from "../values/profile-update.ts";
import { profileInput } from "../values/profile-input.ts";

export const changeOwnData = endpoint.write({
  route: "PATCH /users/me/profile_data",
  summary: "Update your profile fields",
  description:
    "Either every change is made or none. Only administrators may change fields that are not `editable_by_user`.",
  access: "user",
  humansOnly: true,
  input: z.object({ data: profileInput }),
  response: z.object({}),
  errors: [...profileErrors],
  prepare: ({ db, realm }, { input }) => prepareProfileUpdate(db, realm.id, input.data),
  async handler({ tx, actor, now }, _input, update) {
    await changeProfileData(tx, { actor, user: { id: actor.id, bot_type: actor.botType }, update, now });
    return {};
  },
});
