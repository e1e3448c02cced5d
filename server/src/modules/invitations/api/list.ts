import { z } from "zod";
import { Invite } from "@parlance/contract/nouns/invitations.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { pendingInvitations } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /invites",
  summary: "List invitations that can still be used",
  description:
    "One's own; all of the organization for administrators. Letters first, then links. A link's `link_url` is there for " +
    "those alone who may make a link for that role.",
  access: "member",
  isLargeWork: true,
  humansOnly: true,
  response: z.object({ invites: z.array(Invite) }),
  errors: [],
  handler: async ({ db, actor, realm, now }) => ({ invites: await pendingInvitations(db, { actor, realm, now }) }),
});
