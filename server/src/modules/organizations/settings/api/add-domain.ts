import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { addDomain as add } from "../actions/add-domain.ts";
import { DomainInUse, InvalidDomain } from "../errors.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const addDomain = endpoint.write({
  route: "POST /realm/domains",
  summary: "Add an allowed email domain",
  description: "If `emails_restricted_to_domains` is on, users with an address in the domain may join.",
  access: "owner",
  limit: creationsLimit,
  input: z.object({
    domain: text().describe("Domain name, such as `example.com`."),
    allow_subdomains: bool().default(false).describe("Whether addresses in subdomains are allowed too."),
  }),
  response: z.object({}),
  errors: [InvalidDomain, DomainInUse],
  async handler({ tx, actor, now }, { input }) {
    await add(tx, actor, input, now);
    return {};
  },
});
