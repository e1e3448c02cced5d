import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { channelsNoun } from "@parlance/contract/nouns/channels.ts";
import { defaultChannelsNoun } from "@parlance/contract/nouns/default-channels.ts";
import { subscriptionsNoun } from "@parlance/contract/nouns/subscriptions.ts";
import { encloseJsonList, JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { type Slice, defineSlice, type SliceRequest } from "@parlance/kernel/http/module.ts";
import { channelItems, prepareChannelsJson } from "./snapshot/channels-json.ts";
import { channels as knownChannels } from "./snapshot/channels-snapshot.ts";
import { loadSubscriptionLists, visibleChannels } from "./subscriptions/subscription-lists.ts";

const prepare = ({ snapshot }: SliceRequest) => prepareChannelsJson(snapshot);

const subscriptions = defineSlice(
  subscriptionsNoun,
  "subscription",
  async (db, { capabilities, ...request }) => ({
    ...(await loadSubscriptionLists(db, {
      ...request,
      includeArchived: capabilities["archived_channels"] ?? false,
      withoutNulls: capabilities["notification_settings_null"] !== true,
    })),
  }),
  prepare,
);

const channels = defineSlice(
  channelsNoun,
  "stream",
  async (_db, { snapshot, actor, capabilities }) => {
    const archivedToo = capabilities["archived_channels"] === true;
    const items = channelItems(snapshot, visibleChannels(snapshot, actor, { archivedToo }));
    return { streams: new JsonFragment<Channel[]>(encloseJsonList(items)) };
  },
  prepare,
);

/**
 * The slice (part of the register response) with the default channels. It is empty for guests, because new guests are
 * not subscribed to default channels.
 */
const defaultChannels = defineSlice(defaultChannelsNoun, "default_streams", async (_db, { snapshot, actor }) => {
  const defaults = [...snapshot.get(knownChannels).all()].filter((one) => one.is_default && !one.is_archived);
  const ids = defaults.map(({ id }) => id).sort((a, b) => a - b);
  return { realm_default_streams: isGuest(actor.role) ? [] : ids };
});

export const channelSlices: readonly Slice[] = [subscriptions, channels, defaultChannels];
