import { playgroundsNoun } from "@parlance/contract/nouns/playgrounds.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { playgrounds, playgroundsIn } from "./playgrounds-snapshot.ts";

const playgroundsSlice = defineSlice(playgroundsNoun, "realm_playgrounds", async (_db, { snapshot }) => ({
  realm_playgrounds: playgroundsIn(snapshot),
}));

/** Module of playgrounds: sites that run the code in messages. */
export const playgroundsModule: Module = {
  name: "playgrounds",
  floor: "profiles",
  tables: ["playground"],
  endpoints: [add, remove],
  slices: [playgroundsSlice],
  snapshotSections: [playgrounds],
};
