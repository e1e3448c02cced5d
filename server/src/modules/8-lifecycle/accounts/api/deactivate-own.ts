import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { UserIsDeactivated } from "#modules/4-channels/channels/errors.ts";
import { deactivateUser } from "../actions/deactivate-user.ts";
import { LastUserStays, NoSuchUser } from "#modules/1-ground/users/errors.ts";
import { mustNotBeLast } from "../policy.ts";

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
  async handler({ tx, actor, realm, now }) {
    await mustNotBeLast(tx, actor);
    await deactivateUser(tx, { realm, actorId: actor.id, userId: actor.id, now });
    return {};
  },
});
