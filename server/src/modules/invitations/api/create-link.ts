import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { createLink } from "../actions/create-link.ts";
import { runIdempotently, idempotencyErrors } from "#modules/platform/idempotency/actions/run-idempotently.ts";
import { offerParams, parseOffer } from "../offer-params.ts";
import { offerErrors } from "../policy.ts";
import type { InvitationSettings } from "../settings.ts";
import { invitationsLimit } from "../settings.ts";

export const createInviteLink = (settings: InvitationSettings) =>
  endpoint.write({
    route: "POST /invites/multiuse",
    summary: "Create an invitation link",
    description:
      "Requires the organization's `create_multiuse_invite_group`. Users who follow the link enter their email " +
      "address and confirm it. Requests with an `Idempotency-Key` header can be retried safely. The caller and " +
      "administrators receive an `invites_changed` event.",
    access: "member",
    limit: invitationsLimit,
    humansOnly: true,
    input: z.object(offerParams),
    secrets: "all",
    response: z.object({ invite_link: z.string() }),
    errors: [...offerErrors, ...idempotencyErrors],
    async handler(ctx, { input }) {
      const { tx, actor, now, request } = ctx;
      const key = { userId: actor.id, header: request.header("idempotency-key"), payload: { link: input }, now };
      return runIdempotently(tx, key, async () => ({
        invite_link: await createLink(ctx, parseOffer(input, settings, now)),
      }));
    },
  });
