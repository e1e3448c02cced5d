import type { Module } from "@parlance/kernel/http/module.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { createInviteLink } from "./api/create-link.ts";
import { list } from "./api/list.ts";
import { resend } from "./api/resend.ts";
import { revokeLink } from "./api/revoke-link.ts";
import { revoke } from "./api/revoke.ts";
import { send } from "./api/send.ts";
import { pruneInvitationBatches, pruneInvitations, remindInvitees } from "./jobs.ts";
import type { InvitationSettings } from "./settings.ts";

/** Module for joining an organization: invitations by email, invite links, and the creation of accounts with them. */
export const invitationsModule = (settings: InvitationSettings & Site): Module => ({
  name: "invitations",
  floor: "channel-use",
  tables: ["invitation", "invitation_batch"],
  endpoints: [list, send(settings), revoke, resend(settings), createInviteLink(settings), revokeLink],
  jobs: [remindInvitees(settings), pruneInvitationBatches, pruneInvitations],
});
