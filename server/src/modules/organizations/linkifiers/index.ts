import { type Module, defineSlice } from "@parlance/kernel/http/module.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { remove } from "./api/delete.ts";
import { list } from "./api/list.ts";
import { order } from "./api/order.ts";
import { linkifiers } from "./linkifiers-snapshot.ts";
import { linkifiersPresenter, supportsUrlTemplates } from "./events.ts";
import { linkifiersNoun } from "@parlance/contract/nouns/linkifiers.ts";

const linkifiersSlice = defineSlice(linkifiersNoun, "realm_linkifiers", async (_db, { snapshot, capabilities }) => ({
  realm_linkifiers: supportsUrlTemplates(capabilities)
    ? snapshot.get(linkifiers).inOrder.map(({ id, pattern, url_template }) => ({ id, pattern, url_template }))
    : [],
}));

/** The older format of linkifiers cannot represent URL templates, so the list is always empty. */
const legacyFiltersSlice = defineSlice(linkifiersNoun, "realm_filters", async () => ({ realm_filters: [] }));

/** Module of linkifiers: patterns whose matches become links in messages and topics. */
export const linkifiersModule: Module = {
  name: "linkifiers",
  floor: "profiles",
  tables: ["linkifier"],
  endpoints: [list, order, create, change, remove],
  snapshotSections: [linkifiers],
  slices: [linkifiersSlice, legacyFiltersSlice],
  presenters: { realm_linkifiers: linkifiersPresenter },
};
