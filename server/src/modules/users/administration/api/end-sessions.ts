import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { MustBeOwner } from "#kernel/http/errors.ts";
import { id } from "#kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { endSessionsOfUser } from "../actions/end-sessions-of-user.ts";

export const endSessionsOf = endpoint.write({
  route: "DELETE /users/:user_id/sessions",
  summary: "Sign all browsers of a person out",
  description: "At once, wherever they are. Those of owners are for owners. API keys stay.",
  access: "admin",
  params: z.object({ user_id: id() }),
  response: z.object({ ended: z.int().describe("How many were signed out") }),
  errors: [NoSuchUser, MustBeOwner],
  handler: async (ctx, { params }) => ({ ended: await endSessionsOfUser(ctx, params.user_id) }),
});
