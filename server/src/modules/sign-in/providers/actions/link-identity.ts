import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";

interface Link {
  readonly realmId: number;
  readonly userId: number;
  readonly identity: Pick<Identity, "issuer" | "subject">;
  readonly now: Date;
}

/**
 * Links an identity to an account, so that the user can log in with the identity.
 * @returns false if the account is already linked to another identity of this provider, or the identity to another
 * account
 */
export async function linkIdentity(tx: Tx, { realmId, userId, identity, now }: Link): Promise<boolean> {
  const { issuer, subject } = identity;
  const row = await tx
    .insertInto("external_identity")
    .values({ realm_id: realmId, issuer, subject, user_id: userId, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
