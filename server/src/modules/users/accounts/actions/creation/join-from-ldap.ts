import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { admitNewcomer } from "#modules/invitations/actions/admit-newcomer.ts";
import { joinWithInvitation } from "./join-with-invitation.ts";

interface LdapUser {
  readonly realm: RealmContext;
  /** Well-formed. */
  readonly email: string;
  readonly fullName: string;
  /** As what the operators let them join; null: as nothing. */
  readonly admission: { readonly role: Role; readonly user_groups: readonly string[] } | null;
  readonly now: Date;
}

/**
 * Makes an account for somebody whom a directory of the server's operators vouches for: with the newest invitation to their
 * address, as the operators lay down, or because the organization is open. Its rules on addresses hold.
 * @throws what `admitNewcomer` and `joinWithInvitation` throw
 */
export async function joinFromLdap(tx: Tx, { realm, email, fullName, admission, now }: LdapUser): Promise<void> {
  const key = await admitNewcomer(tx, { realm, email, linkKey: null, admission, now });
  await joinWithInvitation(tx, { realm, key, fullName, passwordHash: null, now });
}
