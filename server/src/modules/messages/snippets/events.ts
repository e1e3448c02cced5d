import type { EventBody } from "@parlance/contract/events/index.ts";
import type { SavedSnippet } from "@parlance/contract/nouns/saved-snippets.ts";

const type = "saved_snippets";

export const snippetAdded = (saved_snippet: SavedSnippet): EventBody => ({ type, op: "add", saved_snippet });
export const snippetChanged = (saved_snippet: SavedSnippet): EventBody => ({ type, op: "update", saved_snippet });
export const snippetRemoved = (saved_snippet_id: number): EventBody => ({ type, op: "remove", saved_snippet_id });
