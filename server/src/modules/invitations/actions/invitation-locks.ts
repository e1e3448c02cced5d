import type { AdvisoryLock, LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const invitationEmailsLock: AdvisoryLock = {
  name: "invitation_letters",
  advisory: 6,
  each: "organization, and one for all new ones",
  guards: "how many letters with invitations went out",
  acquiredBy: ["countInvitationEmails"],
  reason: "what is sent again is counted before its invitation is looked for",
};

export const invitationsLock: LockKind = {
  name: "invitations",
  rows: ["invitation"],
  each: "invitation, in ascending order",
  guards: "that it is open: used or revoked once",
  acquiredBy: ["lockInvitationToDecide", "joinWithInvitation", "revokeInvitationsOf", "revokeInvitationsTo"],
  reason: "whoever is deactivated is locked before what they have sent; who joins goes to channels afterwards",
};
