import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { InsufficientPermission, NoSuchUser } from "#modules/users/core/errors.ts";
import { changeStatus } from "../actions/change-status.ts";
import { statusErrors } from "../errors.ts";
import { lockUserToSayStatus } from "../policy.ts";
import { changeOf, statusInput } from "../status-input.ts";

export const change = endpoint.write({
  route: "POST /users/:user_id/status",
  summary: "Say what somebody else does",
  description:
    "For administrators, and for the owner of a bot. Otherwise as `POST /users/me/status`; also for those who are " +
    "deactivated, whose status can still be read.",
  access: "user",
  params: z.object({ user_id: id() }),
  input: z.object(statusInput),
  response: z.object({}),
  errors: [NoSuchUser, InsufficientPermission, ...statusErrors],
  async handler(ctx, { params, input }) {
    const { tx, actor, realm, now } = ctx;
    const user = await lockUserToSayStatus(ctx, params.user_id);
    await changeStatus(tx, { realm, actorId: actor.id, user, change: changeOf(input), now });
    return {};
  },
});
