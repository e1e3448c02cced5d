import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { revokeInvitation } from "../actions/revoke-invitations.ts";
import { accessErrors } from "../policy.ts";
import { invitationId } from "#modules/platform/parameters/identifying-parameters.ts";

export const revokeLink = endpoint.write({
  route: "DELETE /invites/multiuse/:invite_id",
  summary: "Revoke an invitation link",
  description:
    "Only the creator of the link and administrators may call it; for the owner role, only owners. Users who " +
    "followed the link but have not confirmed their email address can no longer join. The creator of the link " +
    "and administrators receive an `invites_changed` event.",
  access: "member",
  humansOnly: true,
  params: z.object({ invite_id: invitationId().describe("Id of the invitation.") }),
  response: z.object({}),
  errors: accessErrors,
  async handler(ctx, { params }) {
    await revokeInvitation(ctx, params.invite_id, "link");
    return {};
  },
});
