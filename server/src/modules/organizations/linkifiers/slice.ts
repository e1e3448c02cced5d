import { linkifiersNoun } from "@parlance/contract/nouns/linkifiers.ts";
import { slice } from "#kernel/http/module.ts";
import { knowsTemplates } from "./events.ts";
import { linkifiers } from "./linkifiers-snapshot.ts";

export const linkifiersSlice = slice(linkifiersNoun, "realm_linkifiers", async (_db, { directory, capabilities }) => ({
  realm_linkifiers: knowsTemplates(capabilities)
    ? directory.of(linkifiers).inOrder.map(({ id, pattern, url_template }) => ({ id, pattern, url_template }))
    : [],
}));

/** The older form has no place for a URL template. */
export const olderSlice = slice(linkifiersNoun, "realm_filters", async () => ({ realm_filters: [] }));
