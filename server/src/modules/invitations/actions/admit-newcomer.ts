import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { type JoinOffer, loadJoinOffer } from "../join-offer.ts";
import { insertInvitations } from "./insert-invitations.ts";

/** The role and groups of a new user whom the server's operators allow to join without an invitation. */
interface Admission {
  readonly role: Role;
  /** Names of groups. System groups, deactivated groups and unknown names are ignored. */
  readonly user_groups: readonly string[];
}

interface Newcomer {
  readonly realm: Pick<RealmContext, "id">;
  /** Verified address of the new user. */
  readonly email: string;
  /** Key of the invite link that the user followed. */
  readonly linkKey: string | null;
  readonly admission: Admission | null;
  readonly now: Date;
}

/** Time within which the new user must fill in the registration form, in milliseconds. */
const ADMISSION_MS = 24 * 3600 * 1000;

/**
 * Allows a user with a verified address to join: because of the newest invitation to the address, an invite link, the
 * operators' rules, or the organization's setting that anyone may join. If the user followed a link, only the link is
 * considered.
 * @returns the key for `joinWithInvitation`
 * @throws InvitationRequired if none of these applies
 * @throws InvitationNotUsable if the link cannot be used
 * @throws one of `emailRuleErrors`
 */
export async function admitNewcomer(tx: Tx, { realm, email, linkKey, admission, now }: Newcomer): Promise<string> {
  await assertEmailAllowed(tx, realm.id, email);
  const invited = linkKey === null ? await newestInvitation(tx, realm.id, email, now) : undefined;
  if (invited) return invited.key;
  const isVouchedFor = linkKey === null && admission !== null;
  const {
    organization: _name,
    linkId,
    ...offer
  } = isVouchedFor && admission
    ? await admissionOffer(tx, realm.id, admission)
    : await loadJoinOffer(tx, realm.id, linkKey, email, now);
  const origin = { realmId: realm.id, referrerId: null, linkId, notifyReferrer: false, isVouchedFor, now };
  const expiresAt = new Date(now.getTime() + ADMISSION_MS);
  const [made] = await insertInvitations(tx, origin, { ...offer, expiresAt }, [email]);
  return made?.key ?? "";
}

/**
 * Finds the newest usable invitation to the address whose inviter is still active. Requests to join have no inviter and
 * are not considered.
 */
const newestInvitation = (tx: Tx, realmId: number, email: string, now: Date) =>
  tx
    .selectFrom("invitation")
    .innerJoin("account", "account.id", "invitation.referrer_id")
    .select("invitation.key")
    .where("invitation.realm_id", "=", realmId)
    .where("invitation.email_key", "=", emailKey(email))
    .where("invitation.used_at", "is", null)
    .where("invitation.revoked_at", "is", null)
    .where("account.is_active", "=", true)
    .where((is) => is.or([is("invitation.expires_at", "is", null), is("invitation.expires_at", ">", now)]))
    .orderBy("invitation.id", "desc")
    .executeTakeFirst();

async function admissionOffer(tx: Tx, realmId: number, { role, user_groups: names }: Admission): Promise<JoinOffer> {
  const groups =
    names.length === 0
      ? []
      : await tx
          .selectFrom("user_group")
          .select("id")
          .where("realm_id", "=", realmId)
          .where("name", "in", names)
          .where("is_system", "=", false)
          .where("is_deactivated", "=", false)
          .orderBy("id")
          .execute();
  return {
    organization: "",
    linkId: null,
    role,
    channelIds: [],
    groupIds: groups.map(({ id }) => id),
    includeDefaultChannels: true,
    welcomeText: null,
  };
}
