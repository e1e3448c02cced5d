import { z } from "zod";
import { type Endpoint, endpoint } from "#kernel/http/endpoint.ts";
import { doorsOf, externalMethodsOf, type ServerLogins } from "../server-facts.ts";
import { renewKeysOfStranded } from "../actions/renew-keys-of-stranded.ts";

export const renewApiKeys = (logins: ServerLogins): Endpoint =>
  endpoint.write({
    route: "POST /realm/api_keys/renew",
    summary: "Renew the API keys of people who cannot sign in any more",
    description:
      "Who came in by a way that was turned off since is signed out, and yet keeps the API key. This makes the keys worthless " +
      "of all people who have no way in: passwords are off, and they are known to no provider that is still in use. Where " +
      "people log in with passwords, by LDAP or by signed tokens, everybody can. Bots keep theirs, and so does the caller.",
    access: "owner",
    humansOnly: true,
    response: z.object({ user_ids: z.array(z.int()).describe("Whose keys are worthless now") }),
    errors: [],
    async handler({ tx, actor, realm, now }) {
      const external = externalMethodsOf(logins, realm);
      const user_ids = await renewKeysOfStranded(tx, actor, { external, doors: doorsOf(logins, realm), now });
      return { user_ids };
    },
  });
