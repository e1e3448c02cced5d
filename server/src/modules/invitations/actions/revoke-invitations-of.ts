import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { emit } from "#kernel/events/event-log.ts";
import { recordActs } from "#modules/platform/audit-log/actions/record-act.ts";
import { invitesChanged, thoseWhoSeeInvitationsOf } from "../events.ts";

interface Referrer {
  readonly realmId: number;
  readonly referrerId: number;
  readonly now: Date;
}

/**
 * Revokes all open invitations and links of a user who is deactivated. The account must be locked (`for no key update`) and
 * no longer active when this runs, so that no further invitation follows.
 * @returns how many there were
 */
export async function revokeInvitationsOf(tx: Tx, { realmId, referrerId, now }: Referrer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with open as materialized (
      select id from invitation
      where referrer_id = ${referrerId} and used_at is null and revoked_at is null
      order by id for no key update
    )
    update invitation set revoked_at = ${now} where id in (select id from open) returning id`.execute(tx);
  if (rows.length === 0) return 0;
  emit(tx, thoseWhoSeeInvitationsOf(realmId, [referrerId]), invitesChanged());
  await recordActs(
    tx,
    rows.map(({ id }) => ({ realmId, actorId: null, act: "invitation.revoked", targetId: id, now })),
  );
  return rows.length;
}
