import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { removePlayground } from "../actions/remove-playground.ts";
import { PlaygroundNotFound } from "../errors.ts";

export const remove = endpoint.write({
  route: "DELETE /realm/playgrounds/:playground_id",
  summary: "Remove a code playground",
  description: "Clients no longer offer to open code blocks in the playground.",
  access: "admin",
  params: z.object({ playground_id: id().describe("Id of the playground.") }),
  response: z.object({}),
  errors: [PlaygroundNotFound],
  async handler(ctx, { params }) {
    await removePlayground(ctx, params.playground_id);
    return {};
  },
});
