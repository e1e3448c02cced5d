import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { unmuteUser } from "../actions/unmute-user.ts";
import { NotMuted } from "../errors.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const unmute = endpoint.write({
  route: "DELETE /users/me/muted_users/:muted_user_id",
  summary: "Unmute a user",
  description: "Messages that the user sent in the meantime stay read.",
  access: "user",
  params: z.object({ muted_user_id: userId().describe("Id of the user.") }),
  response: z.object({}),
  errors: [NotMuted, NoSuchUser],
  async handler({ tx, actor }, { params }) {
    const user = await accessUser(tx, actor, params.muted_user_id);
    await unmuteUser(tx, actor, user.id);
    return {};
  },
});
