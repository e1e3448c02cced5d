import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { deactivateLockedUser } from "../actions/deactivate-user.ts";
import { LastUserCannotLeave, NoSuchUser } from "#modules/users/core/errors.ts";
import { lockOwnAccountToDeactivate } from "../policy.ts";

export const deactivateOwn = endpoint.write({
  route: "DELETE /users/me",
  summary: "Deactivate your account",
  description:
    "The caller's bots are deactivated too. Only an administrator can reactivate the account. The last user and " +
    "the last owner of the organization cannot deactivate themselves.",
  access: "user",
  humansOnly: true,
  response: z.object({}),
  errors: [NoSuchUser, UserIsDeactivated, LastUserCannotLeave],
  async handler(ctx) {
    const { tx, actor, realm, now } = ctx;
    const locked = await lockOwnAccountToDeactivate(ctx);
    await deactivateLockedUser(tx, locked, { realm, actorId: actor.id, userId: actor.id, now });
    return {};
  },
});
