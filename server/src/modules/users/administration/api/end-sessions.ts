import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { signOutUser } from "../actions/sign-out-user.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const endSessionsOf = endpoint.write({
  route: "DELETE /users/:user_id/sessions",
  summary: "Log out all browsers of a user",
  description:
    "Ends all sessions of the user immediately. Only owners may end sessions of owners. API keys stay valid.",
  access: "admin",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  response: z.object({ ended: z.int().describe("Number of sessions that ended.") }),
  errors: [NoSuchUser, MustBeOwner],
  handler: async (ctx, { params }) => ({ ended: await signOutUser(ctx, params.user_id) }),
});
