import { z } from "zod";
import { defaultChannelsNoun } from "@parlance/contract/nouns/default-channels.ts";
import { giphyNoun } from "@parlance/contract/nouns/giphy.ts";
import { realmNoun } from "@parlance/contract/nouns/realm.ts";
import { subscriptionsNoun } from "@parlance/contract/nouns/subscriptions.ts";
import { slice, type Slice } from "#kernel/http/module.ts";

const always: Slice = {
  types: [],
  response: z.strictObject({ ...subscriptionsNoun.always }),
  fetch: async () => ({ max_bulk_new_subscription_messages: 100 }),
};

/**
 * What the snapshot says of things that the server cannot do yet: there are none. Each of these moves to a module of its
 * own when that is built.
 */
export const slicesOfAbsentFeatures: readonly Slice[] = [
  always,

  slice(defaultChannelsNoun, "default_stream_groups", async () => ({ realm_default_stream_groups: [] })),

  slice(giphyNoun, "giphy", async () => ({ giphy_api_key: "" })),

  slice(realmNoun, "realm_billing", async () => ({ realm_billing: { has_pending_sponsorship_request: false } })),
];
