import { navigationViewsNoun } from "@parlance/contract/nouns/navigation-views.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { edit } from "./api/edit.ts";
import { list } from "./api/list.ts";
import { remove } from "./api/remove.ts";
import { viewsOf } from "./queries.ts";

const views = slice(navigationViewsNoun, "navigation_views", async (db, { actor }) => ({
  navigation_views: await viewsOf(db, actor.id),
}));

/** What people put into their sidebars. */
export const navigationViewsModule: Module = {
  name: "navigation-views",
  endpoints: [list, add, edit, remove],
  slices: [views],
};
