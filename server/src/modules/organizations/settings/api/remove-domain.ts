import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { removeDomain as remove } from "../actions/remove-domain.ts";
import { NoSuchDomain } from "../errors.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

export const removeDomain = endpoint.write({
  route: "DELETE /realm/domains/:domain",
  summary: "Remove an allowed email domain",
  description:
    "Removing the last domain turns `emails_restricted_to_domains` off, because no user could join otherwise.",
  access: "owner",
  params: z.object({ domain: identifies(text(), "email domain").describe("The domain name.") }),
  response: z.object({}),
  errors: [NoSuchDomain],
  async handler({ tx, actor, now }, { params }) {
    await remove(tx, actor, params.domain, now);
    return {};
  },
});
