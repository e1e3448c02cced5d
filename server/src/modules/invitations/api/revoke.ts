import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { revokeInvitation } from "../actions/revoke-invitations.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { NoSuchInvitation } from "../errors.ts";
import { invitationId } from "#modules/platform/parameters/identifying-parameters.ts";

export const revoke = endpoint.write({
  route: "DELETE /invites/:invite_id",
  summary: "Revoke an email invitation",
  description:
    "Only the inviter and administrators may call it; for the owner role, only owners. The inviter and " +
    "administrators receive an `invites_changed` event.",
  access: "member",
  humansOnly: true,
  params: z.object({ invite_id: invitationId().describe("Id of the invitation.") }),
  response: z.object({}),
  errors: [NoSuchInvitation, MustBeOwner],
  async handler(ctx, { params }) {
    await revokeInvitation(ctx, params.invite_id, "letter");
    return {};
  },
});
