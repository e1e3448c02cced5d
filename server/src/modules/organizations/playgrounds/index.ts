import { playgroundsNoun } from "@parlance/contract/nouns/playgrounds.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { playgroundsOf } from "./queries.ts";

const playgrounds = slice(playgroundsNoun, "realm_playgrounds", async (db, { realm }) => ({
  realm_playgrounds: await playgroundsOf(db, realm.id),
}));

/** Sites that run the code that messages show. */
export const playgroundsModule: Module = {
  name: "playgrounds",
  endpoints: [add, remove],
  slices: [playgrounds],
};
