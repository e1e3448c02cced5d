import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InsufficientPermission, NoSuchUser } from "#modules/users/core/errors.ts";
import { changeStatus } from "../actions/change-status.ts";
import { statusErrors } from "../errors.ts";
import { lockUserToChangeStatus } from "../policy.ts";
import { parseStatusChange, statusInput } from "../status-input.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const change = endpoint.write({
  route: "POST /users/:user_id/status",
  summary: "Update the status of a user",
  description:
    "Only administrators and the owner of the bot may call it. Works like `POST /users/me/status`. The status " +
    "of deactivated users can be updated too, since it can still be read.",
  access: "user",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  input: z.object(statusInput),
  response: z.object({}),
  errors: [NoSuchUser, InsufficientPermission, ...statusErrors],
  async handler(ctx, { params, input }) {
    const { tx, actor, realm, now } = ctx;
    const user = await lockUserToChangeStatus(ctx, params.user_id);
    await changeStatus(tx, { realm, actorId: actor.id, user, change: parseStatusChange(input), now });
    return {};
  },
});
