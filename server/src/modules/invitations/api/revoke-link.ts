import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { revokeInvitation } from "../actions/revoke-invitation.ts";
import { accessErrors } from "../policy.ts";

export const revokeLink = endpoint.write({
  route: "DELETE /invites/multiuse/:invite_id",
  summary: "Revoke a link",
  description:
    "Who has followed it and not yet confirmed the address cannot join any more. One's own, or any for administrators; " +
    "those of future owners only for owners. Administrators and whoever made it get `invites_changed`.",
  access: "member",
  humansOnly: true,
  params: z.object({ invite_id: id() }),
  response: z.object({}),
  errors: accessErrors,
  async handler(ctx, { params }) {
    await revokeInvitation(ctx, params.invite_id, "link");
    return {};
  },
});
