import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { emit } from "#kernel/events/event-log.ts";
import { recordActs } from "#modules/platform/audit-log/actions/record-act.ts";
import { invitesChanged, thoseWhoSeeInvitationsOf } from "../events.ts";

interface Invitee {
  readonly realmId: number;
  /** The address as `emailKey` makes it. */
  readonly emailKey: string;
  readonly now: Date;
}

/** Revokes what invitations to an address are open: its owner has an account now. */
export async function revokeInvitationsTo(tx: Tx, { realmId, emailKey, now }: Invitee): Promise<void> {
  const { rows } = await sql<{ id: number; referrer_id: number | null }>`
    with open as materialized (
      select id from invitation
      where realm_id = ${realmId} and email_key = ${emailKey} and used_at is null and revoked_at is null
      order by id for no key update
    )
    update invitation set revoked_at = ${now} where id in (select id from open) returning id, referrer_id`.execute(tx);
  const invited = rows.filter(({ referrer_id }) => referrer_id !== null);
  if (invited.length === 0) return;
  const referrers = [...new Set(invited.flatMap(({ referrer_id }) => referrer_id ?? []))];
  emit(tx, thoseWhoSeeInvitationsOf(realmId, referrers), invitesChanged());
  await recordActs(
    tx,
    invited.map(({ id }) => ({ realmId, actorId: null, act: "invitation.revoked", targetId: id, now })),
  );
}
