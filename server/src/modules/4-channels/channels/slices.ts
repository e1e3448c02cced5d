import { z } from "zod";
import { channelGates } from "@parlance/contract/register/channels.ts";
import type { Slice } from "#kernel/http/module.ts";
import { isGuest } from "./reading.ts";
import { accessibleChannels } from "./policy.ts";
import { presentChannels } from "./presentation.ts";
import { defaultChannelIds } from "./queries.ts";
import { byName, subscriptionState } from "./subscription-state.ts";

const subscriptions: Slice = {
  types: ["subscription"],
  response: z.strictObject(channelGates.subscription),
  fetch: async (db, { actor, now, includeSubscribers, capabilities }) => ({
    ...(await subscriptionState(db, {
      actor,
      now,
      includeSubscribers,
      includeArchived: capabilities["archived_channels"] ?? false,
    })),
  }),
};

const channels: Slice = {
  types: ["stream"],
  response: z.strictObject(channelGates.stream),
  async fetch(db, { actor, now, capabilities }) {
    const visible = await accessibleChannels(db, actor, "metadata");
    const shown = visible.filter(({ is_archived }) => !is_archived || capabilities["archived_channels"]).sort(byName);
    return { streams: [...(await presentChannels(db, actor.realmId, shown, now)).values()] };
  },
};

/** Guests are subscribed to nothing by default, so they get an empty list. */
const defaultChannels: Slice = {
  types: ["default_streams"],
  response: z.strictObject(channelGates.default_streams),
  fetch: async (db, { actor }) => ({
    realm_default_streams: isGuest(actor.role) ? [] : await defaultChannelIds(db, actor.realmId),
  }),
};

export const slices: readonly Slice[] = [subscriptions, channels, defaultChannels];
