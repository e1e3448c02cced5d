import { z } from "zod";
import { SavedSnippet } from "@parlance/contract/nouns/saved-snippets.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadSnippets } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /saved_snippets",
  summary: "List your saved snippets",
  description: "Returns the caller's snippets, which other users cannot see.",
  access: "user",
  isLargeWork: true,
  response: z.object({ saved_snippets: z.array(SavedSnippet).describe("Oldest first.") }),
  errors: [],
  handler: async ({ db, actor }) => ({ saved_snippets: await loadSnippets(db, actor.id) }),
});
