import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { changeUser } from "../actions/change-user.ts";
import { accessUserByEmail } from "#modules/users/core/visibility/access-user.ts";
import { prepareUserChange, userChangeDescription, userChangeErrors, userChangeInput } from "../user-change-input.ts";
import { userEmail } from "#modules/platform/parameters/identifying-parameters.ts";

export const changeByEmail = endpoint.write({
  route: "PATCH /users/:email",
  summary: "Update a user by email address",
  description: `${userChangeDescription} Accepts the same addresses as \`GET /users/{email}\`.`,
  access: "user",
  params: z.object({ email: userEmail().describe("Email address of the user.") }),
  input: userChangeInput,
  response: z.object({}),
  errors: userChangeErrors,
  prepare: ({ db, realm }, { input }) => prepareUserChange(db, realm.id, input),
  async handler(ctx, { params }, changes) {
    const user = await accessUserByEmail(ctx.tx, ctx.actor, ctx.realm, params.email);
    await changeUser(ctx, user.id, changes);
    return {};
  },
});
