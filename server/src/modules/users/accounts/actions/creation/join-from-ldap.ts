import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { admitNewcomer } from "#modules/invitations/actions/admit-newcomer.ts";
import { type CommittedSnapshots, joinWithInvitation } from "./join-with-invitation.ts";

interface LdapUser {
  readonly realm: RealmContext;
  /** A valid email address. */
  readonly email: string;
  readonly fullName: string;
  /** Role and groups with which the operators' rules admit the user, or null if no rule admits the user. */
  readonly admission: { readonly role: Role; readonly user_groups: readonly string[] } | null;
  readonly now: Date;
}

/**
 * Creates an account for a user who has authenticated with the operators' LDAP server. The user is admitted by the
 * newest invitation to the address, by the operators' rules, or because anyone may join the organization. The
 * organization's rules for email addresses apply.
 * @throws the errors of `admitNewcomer` and `joinWithInvitation`
 */
export async function joinFromLdap(
  tx: Tx,
  { realm, email, fullName, admission, now }: LdapUser,
  snapshots: CommittedSnapshots,
): Promise<void> {
  const key = await admitNewcomer(tx, { realm, email, linkKey: null, admission, now });
  await joinWithInvitation(tx, { realm, key, fullName, passwordHash: null, now }, snapshots);
}
