import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { ActiveNamesake, botAccessErrors } from "#modules/bots/accounts/errors.ts";
import { reactivateLockedUser } from "../actions/reactivate-user.ts";
import { administrationErrors, lockUserToReactivate } from "#modules/users/accounts/policy.ts";

export const reactivate = endpoint.write({
  route: "POST /users/:user_id/reactivate",
  summary: "Reactivate a person or a bot",
  description:
    "The account is in its channels and groups again; what was written meanwhile counts as read. Bots come back one by " +
    "one, and belong to the caller if their owner is deactivated; it takes the right to create such bots. People are " +
    "reactivated by administrators, owners by owners. Nothing happens to an account that is active.",
  access: "user",
  params: z.object({ user_id: id() }),
  response: z.object({}),
  errors: [...administrationErrors, ...botAccessErrors, ActiveNamesake],
  async handler(ctx, { params }) {
    const { tx, actor, realm, now } = ctx;
    const locked = await lockUserToReactivate(ctx, params.user_id);
    await reactivateLockedUser(tx, locked, { realmId: realm.id, actor, userId: params.user_id, now });
    return {};
  },
});
