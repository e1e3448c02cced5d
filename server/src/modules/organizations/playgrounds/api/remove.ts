import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { removePlayground } from "../actions/remove-playground.ts";
import { PlaygroundNotFound } from "../errors.ts";
import { playgroundId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /realm/playgrounds/:playground_id",
  summary: "Remove a code playground",
  description: "Clients no longer offer to open code blocks in the playground.",
  access: "admin",
  params: z.object({ playground_id: playgroundId().describe("Id of the playground.") }),
  response: z.object({}),
  errors: [PlaygroundNotFound],
  async handler(ctx, { params }) {
    await removePlayground(ctx, params.playground_id);
    return {};
  },
});
