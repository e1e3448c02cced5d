import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { changeSubscriptions } from "../actions/subscriptions/change-subscription-settings.ts";
import { InvalidChannelId, NotSubscribed } from "../errors.ts";
import { choiceErrors, choiceOf, PROPERTIES } from "../subscriptions/subscription-settings.ts";

/** Several times as many as anybody has settings of channels. */
const MOST = 10_000;

const Change = z.strictObject({
  stream_id: z.int(),
  property: z.string().meta({ enum: PROPERTIES }),
  value: z.union([z.boolean(), z.string()]).describe("The color as text, all other values as booleans."),
});

export const changeOwnSubscriptions = endpoint.write({
  route: "POST /users/me/subscriptions/properties",
  summary: "Update your subscription settings",
  description: "Changes are made in order. Either every change is made or none.",
  access: "user",
  input: z.object({
    subscription_data: json(z.array(Change).max(MOST)).describe("Changes, each of one setting for one channel."),
  }),
  response: z.object({}),
  errors: [...choiceErrors, InvalidChannelId, NotSubscribed],
  async handler(ctx, { input }) {
    const changes = input.subscription_data.map(({ stream_id, property, value }) => ({
      channelId: stream_id,
      choice: choiceOf(property, value),
    }));
    await changeSubscriptions(ctx, changes);
    return {};
  },
});
