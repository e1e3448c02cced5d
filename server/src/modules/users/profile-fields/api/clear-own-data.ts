import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { changeProfileData } from "../actions/change-profile-data.ts";
import { profileErrors } from "../errors.ts";
import { profileFieldId } from "#modules/platform/parameters/identifying-parameters.ts";

export const clearOwnData = endpoint.write({
  route: "DELETE /users/me/profile_data",
  summary: "Clear your profile fields",
  description:
    "Either all fields are cleared or none. Only administrators may clear fields that are not `editable_by_user`.",
  access: "user",
  humansOnly: true,
  input: z.object({ data: json(z.array(profileFieldId())).describe("Ids of custom profile fields.") }),
  response: z.object({}),
  errors: [...profileErrors],
  async handler({ tx, actor, now }, { input }) {
    const update = { values: new Map(input.data.map((field) => [field, null])), rendered: new Map<number, string>() };
    await changeProfileData(tx, { actor, user: { id: actor.id, bot_type: actor.botType }, update, now });
    return {};
  },
});
