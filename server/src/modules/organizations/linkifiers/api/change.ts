import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { changeLinkifier } from "../actions/change-linkifier.ts";
import { assertValidLinkifier } from "../check-linkifier.ts";
import { linkifierErrors, LinkifierNotFound } from "../errors.ts";
import { linkifierInput } from "../linkifier-input.ts";
import { linkifierId } from "#modules/platform/parameters/identifying-parameters.ts";

export const change = endpoint.write({
  route: "PATCH /realm/filters/:filter_id",
  summary: "Update a linkifier",
  description: "The linkifier keeps its position. Existing messages keep their links.",
  access: "admin",
  params: z.object({ filter_id: linkifierId().describe("Id of the linkifier.") }),
  input: z.object(linkifierInput),
  response: z.object({}),
  errors: [...linkifierErrors, LinkifierNotFound],
  prepare: async (_, { input }) => assertValidLinkifier(input),
  async handler(ctx, { params, input }) {
    await changeLinkifier(ctx, params.filter_id, input);
    return {};
  },
});
