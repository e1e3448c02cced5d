import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { changeSubscriptions } from "../actions/change-subscriptions.ts";
import { InvalidChannelId, NotSubscribed } from "../errors.ts";
import { choiceErrors, choiceOf, PROPERTIES } from "../subscription-choice.ts";

/** Several times as many as anybody has settings of channels. */
const MOST = 10_000;

const Change = z.strictObject({
  stream_id: z.int(),
  property: z.string().meta({ enum: PROPERTIES }),
  value: z.union([z.boolean(), z.string()]).describe("The colour as text, all else true or false"),
});

export const changeOwnSubscriptions = endpoint.write({
  route: "POST /users/me/subscriptions/properties",
  summary: "Change one's settings for channels",
  description: "One after the other; if one of them cannot be, none is.",
  access: "user",
  input: z.object({ subscription_data: json(z.array(Change).max(MOST)) }),
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
