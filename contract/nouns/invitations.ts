import { z } from "zod";
import { Role } from "../entities/roles.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** An invitation that can still be accepted: an email to one address, or a link that many users can use. */
export const Invite = z.strictObject({
  id: z.int().describe("Unique among invitations of the same kind."),
  invited_by_user_id: z.int(),
  invited: UnixSeconds.describe("Time when it was last sent, in UNIX seconds."),
  expiry_date: UnixSeconds.nullable().describe("UNIX seconds; null if it never expires."),
  invited_as: Role,
  is_multiuse: z.boolean(),
  email: z.string().optional().describe("Present only for email invitations."),
  link_url: z
    .string()
    .optional()
    .describe("Present only for links, and only if the caller may create a link for this role."),
  notify_referrer_on_join: z.boolean().describe("Whether the inviter is notified when a user joins; false for links."),
});
export type Invite = z.infer<typeof Invite>;

/** The list of invitations has changed. Clients must fetch it again. */
export const InvitesChangedEvent = z.strictObject({ id: EventId, type: z.literal("invites_changed") });

export const invitationsNoun = noun({ events: [InvitesChangedEvent] });
