import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { editSnippet } from "../actions/edit-snippet.ts";
import { SnippetDoesNotExist } from "../errors.ts";
import { snippetContent, snippetTitle } from "../snippet-input.ts";
import { savedSnippetId } from "#modules/platform/parameters/identifying-parameters.ts";

export const edit = endpoint.write({
  route: "PATCH /saved_snippets/:saved_snippet_id",
  summary: "Update a saved snippet",
  description: "Omitted parameters stay unchanged.",
  access: "user",
  params: z.object({ saved_snippet_id: savedSnippetId().describe("Id of the saved snippet.") }),
  input: z.object({ title: snippetTitle.optional(), content: snippetContent.optional() }),
  response: z.object({}),
  errors: [SnippetDoesNotExist],
  async handler(ctx, { params, input }) {
    await editSnippet(ctx, params.saved_snippet_id, input);
    return {};
  },
});
