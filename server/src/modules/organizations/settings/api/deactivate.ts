import { z } from "zod";
import { OrganizationIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deactivateRealm } from "../actions/deactivate-realm.ts";

export const deactivate = endpoint.write({
  route: "POST /realm/deactivate",
  summary: "Deactivate the organization",
  description:
    "No user can log in any more, including the caller: API keys and passwords are rejected, sessions end, and " +
    "nothing is sent. The data stays, and server operators can reactivate the organization. Owners receive an " +
    "email.",
  access: "owner",
  humansOnly: true,
  response: z.object({}),
  errors: [OrganizationIsDeactivated],
  async handler({ tx, realm, actor, now }) {
    await deactivateRealm(tx, { realm, actorId: actor.id, now });
    return {};
  },
});
