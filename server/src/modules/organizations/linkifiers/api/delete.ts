import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteLinkifier } from "../actions/delete-linkifier.ts";
import { LinkifierNotFound } from "../errors.ts";
import { linkifierId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /realm/filters/:filter_id",
  summary: "Delete a linkifier",
  description: "Existing messages keep their links; topics lose theirs.",
  access: "admin",
  params: z.object({ filter_id: linkifierId().describe("Id of the linkifier.") }),
  response: z.object({}),
  errors: [LinkifierNotFound],
  async handler(ctx, { params }) {
    await deleteLinkifier(ctx, params.filter_id);
    return {};
  },
});
