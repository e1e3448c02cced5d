import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { createLink } from "../actions/create-link.ts";
import { once, onceErrors } from "#modules/platform/idempotency/actions/once.ts";
import { offerInput, offerOf } from "../offer-input.ts";
import { offerErrors } from "../policy.ts";
import type { InvitationSettings } from "../settings.ts";

export const createInviteLink = (settings: InvitationSettings) =>
  endpoint.write({
    route: "POST /invites/multiuse",
    summary: "Make a link that invites whoever has it",
    description:
      "Takes `create_multiuse_invite_group`. People who follow the link give their address and confirm it. With an " +
      "`Idempotency-Key` header a request can be repeated safely. Administrators and the caller get `invites_changed`.",
    access: "member",
    limit: "invitations",
    humansOnly: true,
    input: z.object(offerInput),
    response: z.object({ invite_link: z.string() }),
    errors: [...offerErrors, ...onceErrors],
    async handler(ctx, { input }) {
      const { tx, actor, now, request } = ctx;
      const key = { userId: actor.id, header: request.header("idempotency-key"), asked: { link: input }, now };
      return once(tx, key, async () => ({ invite_link: await createLink(ctx, offerOf(input, settings, now)) }));
    },
  });
