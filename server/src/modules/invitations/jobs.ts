import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { sendInvitationReminders } from "./actions/send-invitation-reminders.ts";
import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Forgets how many letters went out before. */
async function deleteOldBatches(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("invitation_batch").where("at", "<", before).execute();
}

/** Invitations that one transaction deletes at most. */
const BATCH_SIZE = 1000;

/**
 * Deletes invitations that ended before a time, some of them: they were used, were revoked or expired. A link stays as long as an
 * invitation by which somebody asked to join through it. Returns whether there may be more.
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

/** Longer than any bound looks back. */
const BATCH_RETENTION_MS = 48 * 3600 * 1000;

/** How long it can still be seen what became of an invitation that cannot be used any longer, in milliseconds. */
const ENDED_RETENTION_MS = 90 * 24 * 3600 * 1000;

/** Reminds people of invitations that soon end. */
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

/** Deletes invitations that were used, were revoked or expired long ago. */
export const pruneInvitations: JobDeclaration = {
  name: "prune-invitations",
  payload: z.object({}),
  schedule: "31 3 * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - ENDED_RETENTION_MS);
    while (!signal.aborted && (await db.write((tx) => deleteEndedInvitations(tx, before))));
  },
};
