import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { emailKey } from "#modules/1-ground/users/addresses.ts";
import { insertInvitations } from "#modules/5-on-channels/invitations/actions/insert-invitations.ts";
import { joinWithInvitation } from "./join-with-invitation.ts";

interface Newcomer {
  readonly realm: RealmContext;
  /** Well-formed. */
  readonly email: string;
  readonly fullName: string;
  readonly now: Date;
}

/** The invitation that is written down for them is used at once. */
const OFFER_MS = 60_000;

/**
 * Makes an account for somebody whom a directory of the server's operators vouches for: with the newest invitation to their
 * address, or as a member. The organization need not be open, but its rules on addresses hold.
 * @throws what `joinWithInvitation` throws
 */
export async function joinFromDirectory(tx: Tx, { realm, email, fullName, now }: Newcomer): Promise<void> {
  const key = (await keyOfInvitation(tx, realm.id, email, now)) ?? (await inviteAsMember(tx, realm.id, email, now));
  await joinWithInvitation(tx, { realm, key, fullName, passwordHash: null, isVouchedFor: true, now });
}

/** Of the newest that can be used and that somebody sent who still is there. */
async function keyOfInvitation(tx: Tx, realmId: number, email: string, now: Date): Promise<string | undefined> {
  const invitation = await tx
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
  return invitation?.key;
}

async function inviteAsMember(tx: Tx, realmId: number, email: string, now: Date): Promise<string> {
  const offer = {
    role: roles.member,
    channelIds: [],
    groupIds: [],
    includeDefaultChannels: true,
    welcomeText: null,
    expiresAt: new Date(now.getTime() + OFFER_MS),
  };
  const origin = { realmId, referrerId: null, linkId: null, notifyReferrer: false, now };
  const [made] = await insertInvitations(tx, origin, offer, [email]);
  return made?.key ?? "";
}
