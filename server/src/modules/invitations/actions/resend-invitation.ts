import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { invitesChanged, invitationAudience } from "../events.ts";
import { invitationUrl } from "../invitation.ts";
import { invitationEmail } from "../emails.ts";
import { lockInvitationToResend } from "../policy.ts";
import type { InvitationSettings } from "../settings.ts";
import { countInvitationEmails } from "./count-invitation-emails.ts";

/**
 * Sends the email of an invitation again. The actor must still be allowed to send such an invitation. The key and the
 * expiry do not change.
 * @throws DailyLimitReached, or one of `accessErrors` or `invitingErrors`
 */
export async function resendInvitation(ctx: Write, id: number, settings: InvitationSettings): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  await countInvitationEmails(tx, { realmId: realm.id, emailCount: 1, now }, settings);
  const invitation = await lockInvitationToResend(ctx, id);
  const { referrer_id: referrerId, key, expires_at: expiresAt } = invitation;
  await tx.updateTable("invitation").set({ sent_at: now }).where("id", "=", id).execute();
  const { organization, referrer } = await tx
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["realm.name as organization", "account.full_name as referrer"])
    .where("account.id", "=", referrerId)
    .executeTakeFirstOrThrow();
  const email = invitation.email ?? "";
  const message = invitationEmail({ organization, referrer, url: invitationUrl(realm, key), expiresAt });
  await enqueueEmail(tx, { realm, to: { address: email, name: "" }, email: message, now });
  emit(tx, invitationAudience(realm.id, [referrerId]), invitesChanged());
  const act = { act: "invitation.resent", targetId: id, after: { email } } as const;
  await recordAct(tx, { realmId: realm.id, actorId: actor.id, ...act, now });
}
