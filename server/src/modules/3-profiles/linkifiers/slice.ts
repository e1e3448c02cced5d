import { z } from "zod";
import { realmGates } from "@parlance/contract/register/realm.ts";
import type { Slice } from "#kernel/http/module.ts";
import { knowsTemplates } from "./events.ts";
import { linkifiersOf } from "./queries.ts";

export const linkifiersSlice: Slice = {
  types: ["realm_linkifiers"],
  response: z.strictObject(realmGates.realm_linkifiers),
  fetch: async (db, { realm, capabilities }) => ({
    realm_linkifiers: knowsTemplates(capabilities) ? await linkifiersOf(db, realm.id) : [],
  }),
};

/** The older form has no place for a URL template. */
export const olderSlice: Slice = {
  types: ["realm_filters"],
  response: z.strictObject(realmGates.realm_filters),
  fetch: async () => ({ realm_filters: [] }),
};
