import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteSnippet } from "../actions/delete-snippet.ts";
import { SnippetDoesNotExist } from "../errors.ts";
import { savedSnippetId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /saved_snippets/:saved_snippet_id",
  summary: "Delete a saved snippet",
  description: "Messages that were sent with the snippet stay unchanged.",
  access: "user",
  params: z.object({ saved_snippet_id: savedSnippetId().describe("Id of the saved snippet.") }),
  response: z.object({}),
  errors: [SnippetDoesNotExist],
  async handler(ctx, { params }) {
    await deleteSnippet(ctx, params.saved_snippet_id);
    return {};
  },
});
