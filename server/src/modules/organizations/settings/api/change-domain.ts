import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { changeDomain as change } from "../actions/change-domain.ts";
import { NoSuchDomain } from "../errors.ts";

export const changeDomain = endpoint.write({
  route: "PATCH /realm/domains/:domain",
  summary: "Say whether subdomains of a mail domain count",
  access: "owner",
  params: z.object({ domain: text() }),
  input: z.object({ allow_subdomains: bool() }),
  response: z.object({}),
  errors: [NoSuchDomain],
  async handler({ tx, actor, now }, { params, input }) {
    await change(tx, actor, { ...params, ...input }, now);
    return {};
  },
});
