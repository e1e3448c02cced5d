import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { runIdempotently, idempotencyErrors } from "#modules/platform/idempotency/actions/run-idempotently.ts";
import { failure, sendInvitations } from "../actions/send-invitations.ts";
import { invitationEmailErrors, SomeNotInvited } from "../errors.ts";
import { parseAddresses } from "../invitees.ts";
import { offerParams, parseOffer } from "../offer-params.ts";
import { offerErrors } from "../policy.ts";
import { type InvitationSettings, invitationsLimit } from "../settings.ts";
import { userEmail } from "#modules/platform/parameters/identifying-parameters.ts";

export const send = (settings: InvitationSettings) =>
  endpoint.write({
    route: "POST /invites",
    summary: "Invite users by email",
    description:
      "Requires the organization's `can_invite_users_group`. If an address is invalid or not allowed, no " +
      "invitation is sent. Addresses that already have an account are skipped: all others are invited, and the " +
      "response is the error `INVITATION_FAILED` with `sent_invitations`. Requests with an `Idempotency-Key` " +
      "header can be retried safely. The caller and administrators receive an `invites_changed` event.",
    access: "member",
    limit: invitationsLimit,
    humansOnly: true,
    input: z.object({
      invitee_emails: userEmail().describe(
        "At most 10,000 email addresses, separated by commas or newlines, each as `Name <address>` or bare.",
      ),
      ...offerParams,
      stream_ids: offerParams.stream_ids
        .unwrap()
        .describe("Ids of channels to subscribe the new users to, with the same rules as for links; may be empty."),
      notify_referrer_on_join: bool()
        .default(true)
        .describe("Whether the notification bot notifies the caller of each user who joins."),
    }),
    response: z.object({}),
    errors: [...invitationEmailErrors, ...offerErrors, ...idempotencyErrors],
    async handler(ctx, { input }) {
      const { tx, actor, now, request } = ctx;
      const key = { userId: actor.id, header: request.header("idempotency-key"), payload: { invite: input }, now };
      const { leftOut } = await runIdempotently(tx, key, async () => {
        const order = {
          addresses: parseAddresses(input.invitee_emails),
          offer: parseOffer(input, settings, now),
          notifyReferrer: input.notify_referrer_on_join,
        };
        return { leftOut: await sendInvitations(ctx, order, settings) };
      });
      return leftOut.length === 0 ? {} : failure(SomeNotInvited, leftOut, true);
    },
  });
