import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { revokeInvitation } from "../actions/revoke-invitation.ts";
import { MustBeOwner } from "#kernel/http/errors.ts";
import { NoSuchInvitation } from "../errors.ts";

export const revoke = endpoint.write({
  route: "DELETE /invites/:invite_id",
  summary: "Revoke an invitation that was sent by letter",
  description:
    "One's own, or any for administrators; those of future owners only for owners. Administrators and whoever invited " +
    "get `invites_changed`.",
  access: "member",
  humansOnly: true,
  params: z.object({ invite_id: id() }),
  response: z.object({}),
  errors: [NoSuchInvitation, MustBeOwner],
  async handler(ctx, { params }) {
    await revokeInvitation(ctx, params.invite_id, "letter");
    return {};
  },
});
