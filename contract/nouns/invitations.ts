import { z } from "zod";
import { Role } from "../entities/roles.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** An invitation that is still open: sent to one address, or a link for many. */
export const Invite = z.strictObject({
  id: z.int().describe("Unique among those of the same kind"),
  invited_by_user_id: z.int(),
  invited: UnixSeconds.describe("When it was last sent, UNIX seconds"),
  expiry_date: UnixSeconds.nullable().describe("Null if it never expires"),
  invited_as: Role,
  is_multiuse: z.boolean(),
  email: z.string().optional().describe("Only if sent to an address"),
  link_url: z.string().optional().describe("Only for links, and for those who may make a link for this role"),
  notify_referrer_on_join: z.boolean().describe("False for links"),
});
export type Invite = z.infer<typeof Invite>;

/** The list of invitations must be fetched again. */
export const InvitesChangedEvent = z.strictObject({ id: EventId, type: z.literal("invites_changed") });

export const invitationsNoun = noun({ events: [InvitesChangedEvent] });
