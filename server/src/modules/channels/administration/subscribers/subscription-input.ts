import { z } from "zod";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from "#modules/channels/core/channel-names.ts";
import { channelName } from "#modules/platform/parameters/identifying-parameters.ts";

/** A channel to subscribe to. It is created if it does not exist. */
export const SubscriptionInput = z.strictObject({
  name: channelName(),
  description: storableTextSchema().max(MAX_CHANNEL_DESCRIPTION_LENGTH).optional(),
});

export const ChannelNamesByUser = z.record(z.string(), z.array(z.string()));
