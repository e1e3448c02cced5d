import type { Tx } from "@parlance/kernel/db/types.ts";
import type { VerifiedAssertion } from "../passkey-assertion.ts";
import { consumeChallenge } from "../passkey-challenges.ts";

interface PasskeyUse {
  readonly assertion: VerifiedAssertion;
  readonly realmId: number;
  /** Value that identifies the browser to which the challenge was sent. */
  readonly bearer: string;
  /** User who has entered the password; null if no password was entered, so that the passkey is the only proof. */
  readonly userId: number | null;
  readonly now: Date;
}

/**
 * Accepts an authenticator's signature as proof of identity, and stores that the passkey was used.
 * @returns false if the challenge was created for another browser or user, was already used or has expired; if the
 * passkey is not the user's; if the authenticator did not verify the user although this is required; or if its counter
 * did not increase, which suggests a copied passkey
 */
export async function usePasskey(tx: Tx, { assertion, realmId, bearer, userId, now }: PasskeyUse): Promise<boolean> {
  const { challenge, passkeyId, signCount, isOwnerVerified } = assertion;
  const consumed = await consumeChallenge(tx, { kind: "passkey_login", realmId, bearer, now }, challenge);
  if (consumed === null || consumed.userId !== userId) return false;
  if (userId === null ? !isOwnerVerified : assertion.userId !== userId) return false;
  const { numUpdatedRows } = await tx
    .updateTable("passkey")
    .set({ sign_count: signCount, last_used_at: now })
    .where("id", "=", passkeyId)
    // Authenticators without a counter always send 0.
    .where((of) =>
      of.or([of("sign_count", "<", signCount), of.and([of("sign_count", "=", 0), of.lit(signCount === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
