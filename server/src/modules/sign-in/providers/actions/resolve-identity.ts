import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { findUserByRealEmail } from "#modules/users/core/queries.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import { linkIdentity } from "./link-identity.ts";

/** The account to which an identity gives access, or the reason why there is none. */
export type IdentityResolution =
  | { readonly kind: "account"; readonly userId: number }
  /** No account has the identity's verified email address, so the user may be able to join. */
  | { readonly kind: "newcomer"; readonly email: string }
  | { readonly kind: "no address" | "unverified" | "deactivated" | "another's" };

interface IdentityLogin {
  readonly realm: Pick<RealmContext, "id">;
  readonly identity: Identity;
  readonly now: Date;
}

/**
 * Finds the account of an organization to which an identity gives access. An account that is linked to the identity is
 * used, even if the email addresses differ by now. Otherwise the account with the identity's email address is used and
 * linked, if the provider has verified the address. Deactivated accounts and bots give no access.
 */
export async function resolveIdentity(tx: Tx, { realm, identity, now }: IdentityLogin): Promise<IdentityResolution> {
  const known = await findLinkedAccount(tx, realm.id, identity, now);
  if (known) return known.is_active ? { kind: "account", userId: known.id } : { kind: "deactivated" };
  const { email, isVerified } = identity;
  if (email === null || !isEmailAddress(email)) return { kind: "no address" };
  if (!isVerified) return { kind: "unverified" };
  const account = await findUserByRealEmail(tx, realm.id, email);
  if (!account) return { kind: "newcomer", email };
  if (account.bot_type !== null) return { kind: "another's" };
  if (!account.is_active) return { kind: "deactivated" };
  const isLinked = await linkIdentity(tx, { realmId: realm.id, userId: account.id, identity, now });
  // A concurrent first login may have linked the identity to the same account.
  const isOurs = isLinked || (await findLinkedAccount(tx, realm.id, identity, now))?.id === account.id;
  return isOurs ? { kind: "account", userId: account.id } : { kind: "another's" };
}

async function findLinkedAccount(tx: Tx, realmId: number, { issuer, subject }: Identity, now: Date) {
  const link = await tx
    .updateTable("external_identity")
    .set({ last_used_at: now })
    .where("realm_id", "=", realmId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .returning("user_id")
    .executeTakeFirst();
  if (!link) return undefined;
  return tx.selectFrom("account").select(["id", "is_active"]).where("id", "=", link.user_id).executeTakeFirstOrThrow();
}
