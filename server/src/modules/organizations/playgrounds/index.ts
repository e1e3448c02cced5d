import { playgroundsNoun } from "@parlance/contract/nouns/playgrounds.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { listPlaygrounds } from "./queries.ts";

const playgrounds = defineSlice(playgroundsNoun, "realm_playgrounds", async (db, { realm }) => ({
  realm_playgrounds: await listPlaygrounds(db, realm.id),
}));

/** Module of playgrounds: sites that run the code in messages. */
export const playgroundsModule: Module = {
  name: "playgrounds",
  floor: "profiles",
  tables: ["playground"],
  endpoints: [add, remove],
  slices: [playgrounds],
};
