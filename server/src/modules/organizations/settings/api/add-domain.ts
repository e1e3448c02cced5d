import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { addDomain as add } from "../actions/add-domain.ts";
import { DomainTaken, InvalidDomain } from "../errors.ts";

export const addDomain = endpoint.write({
  route: "POST /realm/domains",
  summary: "Add a mail domain to the organization",
  access: "owner",
  limit: "creations",
  input: z.object({
    domain: text().describe("Such as `example.com`"),
    allow_subdomains: bool().default(false).describe("Whether addresses in its subdomains count as well"),
  }),
  response: z.object({}),
  errors: [InvalidDomain, DomainTaken],
  async handler({ tx, actor, now }, { input }) {
    await add(tx, actor, input, now);
    return {};
  },
});
