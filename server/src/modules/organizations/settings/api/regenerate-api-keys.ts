import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { externalLoginMethodsOf, externalMethodNamesOf, type ServerLogins } from "../server/server-info.ts";
import { regenerateKeysOfLockedOutUsers } from "../actions/regenerate-keys-of-locked-out-users.ts";

export const regenerateApiKeys = (logins: ServerLogins): Endpoint =>
  endpoint.write({
    route: "POST /realm/api_keys/renew",
    summary: "Renew API keys of locked-out users",
    description:
      "When a login method is disabled, users who relied on it are logged out, but their API keys stay valid. " +
      "This operation replaces the API keys of all users who have no login method left: passwords are disabled, " +
      "and no enabled identity provider knows them. While login by password, LDAP or signed token is enabled, no " +
      "user is locked out. The API keys of bots and of the caller stay valid.",
    access: "owner",
    humansOnly: true,
    response: z.object({ user_ids: z.array(z.int()).describe("Ids of the users whose API keys were replaced.") }),
    errors: [],
    async handler({ tx, actor, realm, now }) {
      const external = externalMethodNamesOf(logins, realm);
      const user_ids = await regenerateKeysOfLockedOutUsers(tx, actor, {
        external,
        externalLoginMethods: externalLoginMethodsOf(logins, realm),
        now,
      });
      return { user_ids };
    },
  });
