import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NameUsedByActiveBot, botAccessErrors } from "#modules/bots/accounts/errors.ts";
import { reactivateLockedUser } from "../actions/reactivate-user.ts";
import { administrationErrors, lockUserToReactivate } from "#modules/users/accounts/policy.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const reactivate = endpoint.write({
  route: "POST /users/:user_id/reactivate",
  summary: "Reactivate a user",
  description:
    "Only administrators may reactivate users, and only owners may reactivate owners. The user is back in their " +
    "channels and groups; messages sent in the meantime count as read. Bots of the user must be reactivated one " +
    "by one, which requires permission to create such bots. A bot whose owner is deactivated gets the caller as " +
    "its owner. Reactivating an active user changes nothing.",
  access: "user",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  response: z.object({}),
  errors: [...administrationErrors, ...botAccessErrors, NameUsedByActiveBot],
  async handler(ctx, { params }) {
    const { tx, realm, now } = ctx;
    const locked = await lockUserToReactivate(ctx, params.user_id);
    await reactivateLockedUser(tx, locked, { realmId: realm.id, request: ctx, userId: params.user_id, now });
    return {};
  },
});
