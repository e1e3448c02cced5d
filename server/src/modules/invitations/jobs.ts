import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { sendInvitationReminders } from "./actions/send-invitation-reminders.ts";
import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Deletes the counts of emails that were sent before the given time. */
async function deleteOldBatches(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("invitation_batch").where("at", "<", before).execute();
}

/** Maximum number of invitations that one transaction deletes. */
const BATCH_SIZE = 1000;

/**
 * Deletes a batch of invitations that were used, revoked or expired before the given time. An invite link is not
 * deleted as long as there are invitations that were requested with it. Returns whether there may be more to delete.
 */
async function deleteEndedInvitations(tx: Tx, before: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from invitation where id in (
      select id from invitation
      where coalesce(used_at, revoked_at, expires_at) < ${before}::timestamptz
        and not exists (select from invitation as asked where asked.link_id = invitation.id)
      order by id limit ${BATCH_SIZE} for update skip locked
    )`.execute(tx);
  return numAffectedRows === BigInt(BATCH_SIZE);
}

/** Time for which counts of emails are stored, in milliseconds. Longer than the period of any limit. */
const BATCH_RETENTION_MS = 48 * 3600 * 1000;

/**
 * Time for which the state of an invitation that can no longer be used is stored, in milliseconds. Until then, its page
 * can state why it cannot be used.
 */
const ENDED_RETENTION_MS = 90 * 24 * 3600 * 1000;

/** Job that sends reminders of invitations that expire soon. */
export const remindInvitees = (site: Site): JobDeclaration => ({
  name: "remind-invitees",
  payload: z.object({}),
  schedule: "*/10 * * * *",
  async run({ db, clock, signal }) {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await db.write((tx) => sendInvitationReminders(tx, site, clock.now()));
  },
});

export const pruneInvitationBatches: JobDeclaration = {
  name: "forget-invitation-batches",
  payload: z.object({}),
  schedule: "27 3 * * *",
  async run({ db, clock }) {
    await db.write((tx) => deleteOldBatches(tx, new Date(clock.now().getTime() - BATCH_RETENTION_MS)));
  },
};

/** Job that deletes invitations that were used, revoked or expired long ago. */
export const pruneInvitations: JobDeclaration = {
  name: "prune-invitations",
  payload: z.object({}),
  schedule: "31 3 * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - ENDED_RETENTION_MS);
    while (!signal.aborted && (await db.write((tx) => deleteEndedInvitations(tx, before))));
  },
};
