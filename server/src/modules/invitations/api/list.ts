import { z } from "zod";
import { Invite } from "@parlance/contract/nouns/invitations.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { pendingInvitations } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /invites",
  summary: "List unused invitations",
  description:
    "Returns the caller's invitations; for administrators, those of all users. Email invitations come first, " +
    "then links. `link_url` is present only if the caller may create a link for that role.",
  access: "member",
  isLargeWork: true,
  humansOnly: true,
  secrets: "all",
  response: z.object({ invites: z.array(Invite) }),
  errors: [],
  handler: async (ctx) => ({ invites: await pendingInvitations(ctx) }),
});
