import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { admitNewcomer } from "#modules/5-on-channels/invitations/actions/admit-newcomer.ts";
import { joinWithInvitation } from "./join-with-invitation.ts";

interface Newcomer {
  readonly realm: RealmContext;
  /** Well-formed. */
  readonly email: string;
  readonly fullName: string;
  readonly now: Date;
}

/**
 * Makes an account for somebody whom a directory of the server's operators vouches for: with the newest invitation to their
 * address, or as a member. The organization need not be open, but its rules on addresses hold.
 * @throws what `joinWithInvitation` throws
 */
export async function joinFromDirectory(tx: Tx, { realm, email, fullName, now }: Newcomer): Promise<void> {
  const admission = { role: roles.member, user_groups: [] };
  const key = await admitNewcomer(tx, { realm, email, linkKey: null, admission, now });
  await joinWithInvitation(tx, { realm, key, fullName, passwordHash: null, now });
}
