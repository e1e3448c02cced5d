import { z } from "zod";
import { User } from "@parlance/contract/entities/user.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUserByEmail } from "#modules/users/core/visibility/access-user.ts";
import { presentUser } from "#modules/users/core/presentation.ts";
import { loadPresentationOptions, presentationParameters } from "../user-presentation-parameters.ts";
import { userEmail } from "#modules/platform/parameters/identifying-parameters.ts";

export const getByEmail = endpoint.read({
  route: "GET /users/:email",
  summary: "Get a user by email address",
  description:
    "Finds users by `email`, and by `delivery_email` if the caller may see it. An address that the caller may " +
    "not see is not found.",
  access: "user",
  params: z.object({ email: userEmail().describe("Email address of the user.") }),
  input: z.object(presentationParameters),
  response: z.object({ user: User }),
  errors: [NoSuchUser],
  async handler({ db, actor, realm }, { params, input }) {
    const user = await accessUserByEmail(db, actor, realm, params.email);
    return { user: presentUser(user, actor, await loadPresentationOptions(db, realm, input, [user.id])) };
  },
});
