import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct, recordActs } from "#modules/platform/audit-log/actions/record-act.ts";
import { invitesChanged, invitationAudience } from "../events.ts";
import { lockInvitationToDecide } from "../policy.ts";
import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

interface Invitee {
  readonly realmId: number;
  /** The address, normalized with `emailKey`. */
  readonly emailKey: string;
  readonly now: Date;
}

/** Revokes the open invitations to an address that now has an account. */
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
  emit(tx, invitationAudience(realmId, referrers), invitesChanged());
  await recordActs(
    tx,
    invited.map(({ id }) => ({ realmId, actorId: null, act: "invitation.revoked", targetId: id, now })),
  );
}

interface Referrer {
  readonly realmId: number;
  readonly referrerId: number;
  readonly now: Date;
}

/**
 * Revokes all open invitations and links of a user who is being deactivated. The account must be locked (`for no key
 * update`) and already inactive, so that it cannot create further invitations.
 * @returns the number of revoked invitations and links
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
  emit(tx, invitationAudience(realmId, [referrerId]), invitesChanged());
  await recordActs(
    tx,
    rows.map(({ id }) => ({ realmId, actorId: null, act: "invitation.revoked", targetId: id, now })),
  );
  return rows.length;
}

/**
 * Revokes an invitation, or an invite link. After a link is revoked, unconfirmed requests to join through it cannot be
 * used either. Throws one of `accessErrors`.
 */
export async function revokeInvitation(ctx: Write, id: number, kind: "letter" | "link"): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { referrer_id: referrerId, email, role } = await lockInvitationToDecide(ctx, id, kind);
  await tx.updateTable("invitation").set({ revoked_at: now }).where("id", "=", id).execute();
  emit(tx, invitationAudience(realm.id, [referrerId]), invitesChanged());
  await recordAct(tx, {
    realmId: realm.id,
    actorId: actor.id,
    act: "invitation.revoked",
    targetId: id,
    before: { ...(email === null ? {} : { email }), invited_as: role },
    now,
  });
}
