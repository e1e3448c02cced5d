import { z } from "zod";
import { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadRealmDomains } from "#modules/organizations/core/queries.ts";

export const listDomains = endpoint.read({
  route: "GET /realm/domains",
  summary: "List allowed email domains",
  description: "If `emails_restricted_to_domains` is on, new users need an email address in one of these domains.",
  access: "user",
  response: z.object({ domains: z.array(RealmDomain) }),
  errors: [],
  handler: async ({ db, realm }) => ({ domains: await loadRealmDomains(db, realm.id) }),
});
