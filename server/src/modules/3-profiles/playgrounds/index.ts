import { z } from "zod";
import { realmGates } from "@parlance/contract/register/realm.ts";
import type { Module, Slice } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { playgroundsOf } from "./queries.ts";

const playgrounds: Slice = {
  types: ["realm_playgrounds"],
  response: z.strictObject(realmGates.realm_playgrounds),
  fetch: async (db, { realm }) => ({ realm_playgrounds: await playgroundsOf(db, realm.id) }),
};

/** Sites that run the code that messages show. */
export const playgroundsModule: Module = {
  name: "playgrounds",
  endpoints: [add, remove],
  slices: [playgrounds],
};
