import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { canSeeMetadataIn } from "../access/channel-access.ts";
import { channels } from "../snapshot/channels-snapshot.ts";
import { changeSubscriptionSettings } from "../actions/subscriptions/change-subscription-settings.ts";
import { InvalidChannelId, NotSubscribed } from "../errors.ts";
import {
  subscriptionSettingErrors,
  parseSubscriptionSetting,
  SUBSCRIPTION_PROPERTIES,
} from "../subscriptions/subscription-settings.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

/** Maximum number of changes in a request. No user has nearly as many settings for channels. */
const MAX_CHANGES_PER_REQUEST = 10_000;

const Change = z.strictObject({
  stream_id: identifies(z.int(), "channel"),
  property: z.string().meta({ enum: SUBSCRIPTION_PROPERTIES }),
  value: z.union([z.boolean(), z.string()]).describe("The color as text, all other values as booleans."),
});

export const changeOwnSubscriptions = endpoint.write({
  route: "POST /users/me/subscriptions/properties",
  summary: "Update your subscription settings",
  description: "Changes are made in order. Either every change is made or none.",
  access: "user",
  input: z.object({
    subscription_data: json(z.array(Change).max(MAX_CHANGES_PER_REQUEST)).describe(
      "Changes, each of one setting for one channel.",
    ),
  }),
  response: z.object({}),
  errors: [...subscriptionSettingErrors, InvalidChannelId, NotSubscribed],
  async handler(ctx, { input }) {
    const changes = input.subscription_data.map(({ stream_id, property, value }) => ({
      channelId: stream_id,
      choice: parseSubscriptionSetting(property, value),
    }));
    const { snapshot, actor } = ctx;
    await changeSubscriptionSettings(ctx, changes, (id) => {
      const channel = snapshot.get(channels).get(id);
      return channel !== undefined && canSeeMetadataIn(snapshot, actor, channel);
    });
    return {};
  },
});
