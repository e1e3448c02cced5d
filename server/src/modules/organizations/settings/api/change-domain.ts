import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { changeDomain as change } from "../actions/change-domain.ts";
import { NoSuchDomain } from "../errors.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

export const changeDomain = endpoint.write({
  route: "PATCH /realm/domains/:domain",
  summary: "Update an allowed email domain",
  description: "Sets whether addresses in subdomains are allowed too.",
  access: "owner",
  params: z.object({ domain: identifies(text(), "email domain").describe("The domain name.") }),
  input: z.object({ allow_subdomains: bool().describe("Whether addresses in subdomains are allowed too.") }),
  response: z.object({}),
  errors: [NoSuchDomain],
  async handler({ tx, actor, now }, { params, input }) {
    await change(tx, actor, { ...params, ...input }, now);
    return {};
  },
});
