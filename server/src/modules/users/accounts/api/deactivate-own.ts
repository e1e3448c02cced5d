import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { deactivateLockedUser } from "../actions/deactivate-user.ts";
import { LastUserStays, NoSuchUser } from "#modules/users/core/errors.ts";
import { lockOwnAccountToLeave } from "../policy.ts";

export const deactivateOwn = endpoint.write({
  route: "DELETE /users/me",
  summary: "Deactivate one's own account",
  description:
    "One's bots are deactivated too. Only an administrator can bring the account back. Who is the last to use the " +
    "organization, or the only one to own it, stays.",
  access: "user",
  humansOnly: true,
  response: z.object({}),
  errors: [NoSuchUser, UserIsDeactivated, LastUserStays],
  async handler(ctx) {
    const { tx, actor, realm, now } = ctx;
    const locked = await lockOwnAccountToLeave(ctx);
    await deactivateLockedUser(tx, locked, { realm, actorId: actor.id, userId: actor.id, now });
    return {};
  },
});
