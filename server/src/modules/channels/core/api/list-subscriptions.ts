import { z } from "zod";
import { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice } from "@parlance/kernel/http/params.ts";
import { loadSubscriptionLists } from "../subscriptions/subscription-lists.ts";

export const listSubscriptions = endpoint.read({
  route: "GET /users/me/subscriptions",
  summary: "List your subscriptions",
  description: "Returns the channels that the caller is subscribed to, with the caller's settings for them.",
  access: "user",
  cost: 0.5,
  input: z.object({
    include_subscribers: choice("true", "false", "partial")
      .default("false")
      .describe("Whether to include the subscribers of each channel; `partial` shortens long lists."),
  }),
  response: z.object({ subscriptions: z.array(Subscription) }),
  errors: [],
  async handler({ db, snapshot, actor, now }, { input }) {
    const request = { snapshot, actor, now, includeSubscribers: input.include_subscribers, includeArchived: false };
    const { subscriptions } = await loadSubscriptionLists(db, request);
    return { subscriptions };
  },
});
