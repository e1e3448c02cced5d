import { z } from "zod";
import { OrganizationIsDeactivated } from "#modules/sign-in/errors.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { deactivateRealm } from "../actions/deactivate-realm.ts";

export const deactivate = endpoint.write({
  route: "POST /realm/deactivate",
  summary: "Deactivate the organization",
  description:
    "Nobody gets in any more, the caller neither: keys and passwords are refused, browsers are signed out, nothing is sent. " +
    "What is in it stays, and whoever runs the server can make it active again. The owners get a letter.",
  access: "owner",
  humansOnly: true,
  response: z.object({}),
  errors: [OrganizationIsDeactivated],
  async handler({ tx, realm, actor, now }) {
    await deactivateRealm(tx, { realm, actorId: actor.id, now });
    return {};
  },
});
