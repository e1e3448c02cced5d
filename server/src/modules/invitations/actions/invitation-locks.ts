import type { AdvisoryLock, LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const invitationEmailsLock: AdvisoryLock = {
  name: "invitation_emails",
  advisory: 6,
  each: "organization, and one for all new organizations",
  guards: "the number of sent invitation emails",
  acquiredBy: ["countInvitationEmails"],
  reason: "a resent email is counted before its invitation is loaded",
};

export const invitationsLock: LockKind = {
  name: "invitations",
  rows: ["invitation"],
  each: "invitation, in ascending order",
  guards: "that it is pending: it can be used or revoked only once",
  acquiredBy: ["lockInvitationToDecide", "joinWithInvitation", "revokeInvitationsOf", "revokeInvitationsTo"],
  reason: "a deactivated user is locked before the user's invitations; a new user is subscribed to channels afterward",
};
