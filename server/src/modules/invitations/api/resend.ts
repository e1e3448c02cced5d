import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { resendInvitation } from "../actions/resend-invitation.ts";
import { DailyLimitReached, NoSuchInvitation } from "../errors.ts";
import { invitingErrors } from "../policy.ts";
import type { InvitationSettings } from "../settings.ts";

export const resend = (settings: InvitationSettings) =>
  endpoint.write({
    route: "POST /invites/:invite_id/resend",
    summary: "Send an invitation's letter once more",
    description:
      "`invited` becomes now; the key and the end of its validity stay. One's own, or any for administrators, as long as " +
      "one may invite to that role by letter. Administrators and whoever invited get `invites_changed`.",
    access: "member",
    limit: "invitations",
    humansOnly: true,
    params: z.object({ invite_id: id() }),
    response: z.object({}),
    errors: [NoSuchInvitation, DailyLimitReached, ...invitingErrors],
    async handler(ctx, { params }) {
      await resendInvitation(ctx, params.invite_id, settings);
      return {};
    },
  });
