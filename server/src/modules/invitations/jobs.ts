import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { deleteEndedInvitations } from "./actions/delete-ended-invitations.ts";
import { forgetBatches } from "./actions/forget-batches.ts";
import { remindOfInvitations } from "./actions/send-invitation-reminders.ts";

/** Longer than any bound looks back. */
const KEPT_MS = 48 * 3600 * 1000;

/** How long it can still be seen what became of an invitation that cannot be used any longer, in milliseconds. */
const ENDED_KEPT_MS = 90 * 24 * 3600 * 1000;

/** Reminds people of invitations that soon end. */
export const remindInvitees = (site: Site): JobDeclaration => ({
  name: "remind-invitees",
  payload: z.object({}),
  schedule: "*/10 * * * *",
  async run({ db, clock, signal }) {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await db.write((tx) => remindOfInvitations(tx, site, clock.now()));
  },
});

export const forgetInvitationBatches: JobDeclaration = {
  name: "forget-invitation-batches",
  payload: z.object({}),
  schedule: "27 3 * * *",
  async run({ db, clock }) {
    await db.write((tx) => forgetBatches(tx, new Date(clock.now().getTime() - KEPT_MS)));
  },
};

/** Deletes invitations that were used, were revoked or expired long ago. */
export const pruneInvitations: JobDeclaration = {
  name: "prune-invitations",
  payload: z.object({}),
  schedule: "31 3 * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - ENDED_KEPT_MS);
    while (!signal.aborted && (await db.write((tx) => deleteEndedInvitations(tx, before))));
  },
};
