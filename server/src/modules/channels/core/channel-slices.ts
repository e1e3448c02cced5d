import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import { channelsNoun } from "@parlance/contract/nouns/channels.ts";
import { defaultChannelsNoun } from "@parlance/contract/nouns/default-channels.ts";
import { subscriptionsNoun } from "@parlance/contract/nouns/subscriptions.ts";
import { jsonList, JsonPart } from "#kernel/http/json-response.ts";
import { type Slice, slice, type SliceRequest } from "#kernel/http/module.ts";
import { channelTexts, prepareChannelTexts } from "./snapshot/channels-json.ts";
import { channels as knownChannels } from "./snapshot/channels-snapshot.ts";
import { subscriptionState, visibleChannels } from "./subscriptions/subscription-lists.ts";

const prepare = ({ directory }: SliceRequest) => prepareChannelTexts(directory);

const subscriptions = slice(
  subscriptionsNoun,
  "subscription",
  async (db, { capabilities, ...request }) => ({
    ...(await subscriptionState(db, {
      ...request,
      includeArchived: capabilities["archived_channels"] ?? false,
      withoutNulls: capabilities["notification_settings_null"] !== true,
    })),
  }),
  prepare,
);

const channels = slice(
  channelsNoun,
  "stream",
  async (_db, { directory, actor, capabilities }) => {
    const archivedToo = capabilities["archived_channels"] === true;
    const texts = visibleChannels(directory, actor, { archivedToo }).map(channelTexts(directory));
    return { streams: new JsonPart<Channel[]>(jsonList(texts)) };
  },
  prepare,
);

/** Guests are subscribed to nothing by default, so they get an empty list. */
const defaultChannels = slice(defaultChannelsNoun, "default_streams", async (_db, { directory, actor }) => {
  const defaults = [...directory.of(knownChannels).all()].filter((one) => one.is_default && !one.is_archived);
  const ids = defaults.map(({ id }) => id).sort((a, b) => a - b);
  return { realm_default_streams: isGuest(actor.role) ? [] : ids };
});

export const slices: readonly Slice[] = [subscriptions, channels, defaultChannels];
