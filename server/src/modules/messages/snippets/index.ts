import { savedSnippetsNoun } from "@parlance/contract/nouns/saved-snippets.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { create } from "./api/create.ts";
import { remove } from "./api/delete.ts";
import { edit } from "./api/edit.ts";
import { list } from "./api/list.ts";
import { loadSnippets } from "./queries.ts";

const snippets = defineSlice(savedSnippetsNoun, "saved_snippets", async (db, { actor }) => ({
  saved_snippets: await loadSnippets(db, actor.id),
}));

/** Saved snippets: texts that users save in order to insert them into messages. */
export const savedSnippetsModule: Module = {
  name: "saved-snippets",
  floor: "profiles",
  tables: ["saved_snippet"],
  endpoints: [list, create, edit, remove],
  slices: [snippets],
};
