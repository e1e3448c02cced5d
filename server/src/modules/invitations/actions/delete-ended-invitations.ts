import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Invitations that one transaction deletes at most. */
const BATCH = 1000;

/**
 * Deletes invitations that ended before a time, some of them: they were used, were revoked or expired. A link stays as long as an
 * invitation by which somebody asked to join through it. Returns whether there may be more.
 */
export async function deleteEndedInvitations(tx: Tx, before: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from invitation where id in (
      select id from invitation
      where coalesce(used_at, revoked_at, expires_at) < ${before}::timestamptz
        and not exists (select from invitation as asked where asked.link_id = invitation.id)
      order by id limit ${BATCH} for update skip locked
    )`.execute(tx);
  return numAffectedRows === BigInt(BATCH);
}
