import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { InsufficientPermission, NoSuchUser } from "#modules/users/core/errors.ts";
import { removeSubscriptions } from "../actions/remove-subscriptions.ts";
import { ChannelsDoNotExist, UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { findPrincipals } from "../subscribers/find-principals.ts";
import { principals } from "../subscribers/principals-input.ts";
import { channelName } from "#modules/platform/parameters/identifying-parameters.ts";

export const unsubscribe = endpoint.write({
  route: "DELETE /users/me/subscriptions",
  summary: "Unsubscribe from channels",
  description:
    "Unsubscribes the caller, or the users in `principals`. Unsubscribing other users, the caller's own bots excepted, " +
    "requires the channel's `can_remove_subscribers_group` or permission to administer the channel.",
  access: "user",
  input: z.object({
    subscriptions: json(z.array(channelName())).describe("Names of channels to unsubscribe from."),
    principals: principals.optional(),
  }),
  response: z.object({
    removed: z.array(z.string()).describe("Names of channels that users were unsubscribed from."),
    not_removed: z.array(z.string()).describe("Names of channels that users were not subscribed to."),
  }),
  errors: [ChannelsDoNotExist, InsufficientPermission, NoSuchUser, UserIsDeactivated],
  async handler(ctx, { input }) {
    const references = input.principals?.length ? input.principals : [ctx.actor.id];
    const people = await findPrincipals(ctx.tx, ctx.realm, ctx.actor, references);
    const { removed, notRemoved } = await removeSubscriptions(ctx, input.subscriptions, people);
    return { removed, not_removed: notRemoved };
  },
});
