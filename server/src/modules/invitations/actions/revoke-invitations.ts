import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { invitesChanged, thoseWhoSeeInvitationsOf } from "../events.ts";
import { lockInvitationToDecide } from "../policy.ts";

/** Makes an invitation worthless, or a link with all that was asked by it and not confirmed. Throws one of `accessErrors`. */
export async function revokeInvitation(ctx: Write, id: number, kind: "letter" | "link"): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { referrer_id: referrerId, email, role } = await lockInvitationToDecide(ctx, id, kind);
  await tx.updateTable("invitation").set({ revoked_at: now }).where("id", "=", id).execute();
  emit(tx, thoseWhoSeeInvitationsOf(realm.id, [referrerId]), invitesChanged());
  await recordAct(tx, {
    realmId: realm.id,
    actorId: actor.id,
    act: "invitation.revoked",
    targetId: id,
    before: { ...(email === null ? {} : { email }), invited_as: role },
    now,
  });
}
