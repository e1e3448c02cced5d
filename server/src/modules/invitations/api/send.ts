import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { once, onceErrors } from "#modules/platform/idempotency/actions/once.ts";
import { failure, sendInvitations } from "../actions/send-invitations.ts";
import { letterErrors, SomeNotInvited } from "../errors.ts";
import { readAddresses } from "../invitees.ts";
import { offerInput, offerOf } from "../offer-input.ts";
import { offerErrors } from "../policy.ts";
import type { InvitationSettings } from "../settings.ts";

export const send = (settings: InvitationSettings) =>
  endpoint.write({
    route: "POST /invites",
    summary: "Invite people by letter",
    description:
      "Takes `can_invite_users_group`. Where an address will not do, nobody is invited. Addresses at which somebody has an " +
      "account are left out: all others are invited, and the answer is `INVITATION_FAILED` with `sent_invitations`. With " +
      "an `Idempotency-Key` header a request can be repeated safely. Administrators and the caller get `invites_changed`.",
    access: "member",
    limit: "invitations",
    humansOnly: true,
    input: z.object({
      invitee_emails: text().describe("At most 10,000, separated by commas or newlines: `Name <address>` or bare"),
      ...offerInput,
      stream_ids: offerInput.stream_ids.unwrap().describe("May be empty; else see the rules for links"),
      notify_referrer_on_join: bool().default(true).describe("Whether the notification bot tells of each who joins"),
    }),
    response: z.object({}),
    errors: [...letterErrors, ...offerErrors, ...onceErrors],
    async handler(ctx, { input }) {
      const { tx, actor, now, request } = ctx;
      const key = { userId: actor.id, header: request.header("idempotency-key"), asked: { invite: input }, now };
      const { leftOut } = await once(tx, key, async () => {
        const order = {
          addresses: readAddresses(input.invitee_emails),
          offer: offerOf(input, settings, now),
          notifyReferrer: input.notify_referrer_on_join,
        };
        return { leftOut: await sendInvitations(ctx, order, settings) };
      });
      return leftOut.length === 0 ? {} : failure(SomeNotInvited, leftOut, true);
    },
  });
