import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { changeUser } from "../actions/change-user.ts";
import { prepareUserChange, userChangeDescription, userChangeErrors, userChangeInput } from "../user-change-input.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const change = endpoint.write({
  route: "PATCH /users/:user_id",
  summary: "Update a user",
  description: userChangeDescription,
  access: "user",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  input: userChangeInput,
  response: z.object({}),
  errors: userChangeErrors,
  prepare: ({ db, realm }, { input }) => prepareUserChange(db, realm.id, input),
  async handler(ctx, { params }, changes) {
    await changeUser(ctx, params.user_id, changes);
    return {};
  },
});
