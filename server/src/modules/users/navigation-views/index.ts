import { navigationViewsNoun } from "@parlance/contract/nouns/navigation-views.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { add } from "./api/add.ts";
import { edit } from "./api/edit.ts";
import { list } from "./api/list.ts";
import { remove } from "./api/remove.ts";
import { listViews } from "./queries.ts";

const views = defineSlice(navigationViewsNoun, "navigation_views", async (db, { actor }) => ({
  navigation_views: await listViews(db, actor.id),
}));

/** Module for the views that users add to their sidebars. */
export const navigationViewsModule: Module = {
  name: "navigation-views",
  floor: "profiles",
  tables: ["navigation_view"],
  endpoints: [list, add, edit, remove],
  slices: [views],
};
