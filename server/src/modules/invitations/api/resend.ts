import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { resendInvitation } from "../actions/resend-invitation.ts";
import { DailyLimitReached, NoSuchInvitation } from "../errors.ts";
import { invitingErrors } from "../policy.ts";
import { type InvitationSettings, invitationsLimit } from "../settings.ts";
import { invitationId } from "#modules/platform/parameters/identifying-parameters.ts";

export const resend = (settings: InvitationSettings) =>
  endpoint.write({
    route: "POST /invites/:invite_id/resend",
    summary: "Resend an invitation email",
    description:
      "Updates `invited`; the link in the email and its expiry stay the same. Only the inviter and administrators " +
      "may call it, and only with permission to invite to that role by email. The inviter and administrators " +
      "receive an `invites_changed` event.",
    access: "member",
    limit: invitationsLimit,
    humansOnly: true,
    params: z.object({ invite_id: invitationId().describe("Id of the invitation.") }),
    response: z.object({}),
    errors: [NoSuchInvitation, DailyLimitReached, ...invitingErrors],
    async handler(ctx, { params }) {
      await resendInvitation(ctx, params.invite_id, settings);
      return {};
    },
  });
