import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { InsufficientPermission, NoSuchUser } from "#modules/users/core/errors.ts";
import { removeSubscriptions } from "../actions/remove-subscriptions.ts";
import { ChannelsDoNotExist, UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { findPrincipals } from "../principals.ts";
import { principals } from "../principals-input.ts";

export const unsubscribe = endpoint.write({
  route: "DELETE /users/me/subscriptions",
  summary: "Unsubscribe from channels",
  access: "user",
  input: z.object({ subscriptions: json(z.array(z.string())), principals: principals.optional() }),
  response: z.object({
    removed: z.array(z.string()).describe("Names of channels that somebody left"),
    not_removed: z.array(z.string()).describe("Names of channels that somebody was not in"),
  }),
  errors: [ChannelsDoNotExist, InsufficientPermission, NoSuchUser, UserIsDeactivated],
  async handler(ctx, { input }) {
    const given = input.principals?.length ? input.principals : [ctx.actor.id];
    const people = await findPrincipals(ctx.tx, ctx.realm, ctx.actor, given);
    const { removed, notRemoved } = await removeSubscriptions(ctx, input.subscriptions, people);
    return { removed, not_removed: notRemoved };
  },
});
