import { z } from "zod";
import { draftsNoun } from "@parlance/contract/nouns/drafts.ts";
import type { Module, Slice } from "@parlance/kernel/http/module.ts";
import { create } from "./api/create.ts";
import { remove } from "./api/delete.ts";
import { edit } from "./api/edit.ts";
import { list } from "./api/list.ts";
import { loadDrafts } from "./queries.ts";

const drafts: Slice = {
  types: [],
  response: z.strictObject(draftsNoun.always),
  fetch: async (db, { actor }) => ({ drafts: await loadDrafts(db, actor.id) }),
};

/** Drafts: messages that their author has not sent yet, synchronized between the author's devices. */
export const draftsModule: Module = {
  name: "drafts",
  floor: "message-actions",
  tables: ["draft"],
  endpoints: [list, create, edit, remove],
  slices: [drafts],
};
