import { z } from "zod";
import { User } from "@parlance/contract/entities/user.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { presentUser } from "#modules/users/core/presentation.ts";
import { loadPresentationOptions, presentationParameters } from "../user-presentation-parameters.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const get = endpoint.read({
  route: "GET /users/:user_id",
  summary: "Get a user",
  description: "Works for users and bots, deactivated ones included.",
  access: "user",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  input: z.object(presentationParameters),
  response: z.object({ user: User }),
  errors: [NoSuchUser],
  async handler({ db, actor, realm }, { params, input }) {
    const user = await accessUser(db, actor, params.user_id);
    return { user: presentUser(user, actor, await loadPresentationOptions(db, realm, input, [user.id])) };
  },
});
