import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { changeUser } from "../actions/change-user.ts";
import { prepareUserChange, userChangeDescription, userChangeErrors, userChangeInput } from "../user-change-input.ts";

export const change = endpoint.write({
  route: "PATCH /users/:user_id",
  summary: "Update a user",
  description: userChangeDescription,
  access: "user",
  params: z.object({ user_id: id().describe("Id of the user.") }),
  input: userChangeInput,
  response: z.object({}),
  errors: userChangeErrors,
  prepare: ({ db, realm }, { input }) => prepareUserChange(db, realm.id, input),
  async handler(ctx, { params }, changes) {
    await changeUser(ctx, params.user_id, changes);
    return {};
  },
});
