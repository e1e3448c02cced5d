import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { createSnippet } from "../actions/create-snippet.ts";
import { TooManySnippets } from "../errors.ts";
import { snippetContent, snippetTitle } from "../snippet-input.ts";

export const create = endpoint.write({
  route: "POST /saved_snippets",
  summary: "Create a saved snippet",
  description: "A user can have 500 saved snippets.",
  access: "user",
  input: z.object({ title: snippetTitle, content: snippetContent }),
  response: z.object({ saved_snippet_id: z.int() }),
  errors: [TooManySnippets],
  handler: async (ctx, { input }) => ({ saved_snippet_id: await createSnippet(ctx, input) }),
});
