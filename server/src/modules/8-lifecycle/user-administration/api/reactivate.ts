import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { ActiveNamesake, botAccessErrors } from "#modules/8-lifecycle/bot-accounts/errors.ts";
import { reactivateUser } from "../actions/reactivate-user.ts";
import { accessUserToReactivate, administrationErrors } from "#modules/8-lifecycle/accounts/policy.ts";

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
  async handler({ tx, actor, realm, now }, { params }) {
    const user = await accessUserToReactivate(tx, actor, params.user_id);
    await reactivateUser(tx, { realmId: realm.id, actor, userId: user.id, now });
    return {};
  },
});
