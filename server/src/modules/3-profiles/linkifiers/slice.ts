import { linkifiersNoun } from "@parlance/contract/nouns/linkifiers.ts";
import { slice } from "#kernel/http/module.ts";
import { knowsTemplates } from "./events.ts";
import { linkifiersOf } from "./queries.ts";

export const linkifiersSlice = slice(linkifiersNoun, "realm_linkifiers", async (db, { realm, capabilities }) => ({
  realm_linkifiers: knowsTemplates(capabilities) ? await linkifiersOf(db, realm.id) : [],
}));

/** The older form has no place for a URL template. */
export const olderSlice = slice(linkifiersNoun, "realm_filters", async () => ({ realm_filters: [] }));
