import { z } from "zod";
import { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { realmDomains } from "#modules/organizations/core/queries.ts";

export const listDomains = endpoint.read({
  route: "GET /realm/domains",
  summary: "List the mail domains of the organization",
  description: "Where `emails_restricted_to_domains` is on, new people need an address in one of them.",
  access: "user",
  response: z.object({ domains: z.array(RealmDomain) }),
  errors: [],
  handler: async ({ db, realm }) => ({ domains: await realmDomains(db, realm.id) }),
});
