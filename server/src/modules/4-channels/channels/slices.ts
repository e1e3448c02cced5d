import { isGuest } from "@parlance/contract/entities/roles.ts";
import { type Slice, slice } from "#kernel/http/module.ts";
import { channelsNoun } from "@parlance/contract/nouns/channels.ts";
import { defaultChannelsNoun } from "@parlance/contract/nouns/default-channels.ts";
import { subscriptionsNoun } from "@parlance/contract/nouns/subscriptions.ts";
import { accessibleChannels } from "./policy.ts";
import { presentChannels } from "./presentation.ts";
import { defaultChannelIds } from "./queries.ts";
import { byName, subscriptionState } from "./subscription-state.ts";

const subscriptions = slice(
  subscriptionsNoun,
  "subscription",
  async (db, { actor, now, includeSubscribers, capabilities }) => ({
    ...(await subscriptionState(db, {
      actor,
      now,
      includeSubscribers,
      includeArchived: capabilities["archived_channels"] ?? false,
    })),
  }),
);

const channels = slice(channelsNoun, "stream", async (db, { actor, capabilities }) => {
  const visible = await accessibleChannels(db, actor, "metadata");
  const shown = visible.filter(({ is_archived }) => !is_archived || capabilities["archived_channels"]).sort(byName);
  return { streams: [...(await presentChannels(db, actor.realmId, shown)).values()] };
});

/** Guests are subscribed to nothing by default, so they get an empty list. */
const defaultChannels = slice(defaultChannelsNoun, "default_streams", async (db, { actor }) => ({
  realm_default_streams: isGuest(actor.role) ? [] : await defaultChannelIds(db, actor.realmId),
}));

export const slices: readonly Slice[] = [subscriptions, channels, defaultChannels];
