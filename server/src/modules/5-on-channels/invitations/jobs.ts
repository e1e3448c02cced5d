import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import type { Site } from "#modules/1-ground/realms/hosts.ts";
import { forgetBatches } from "./actions/forget-batches.ts";
import { remindOfInvitations } from "./actions/remind-of-invitations.ts";

/** Longer than any bound looks back. */
const KEPT_MS = 48 * 3600 * 1000;

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
