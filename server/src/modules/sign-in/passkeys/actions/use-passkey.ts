import type { Tx } from "@parlance/kernel/db/types.ts";
import type { VerifiedAssertion } from "../passkey-assertion.ts";
import { consumeChallenge } from "../passkey-challenges.ts";

interface PasskeyUse {
  readonly assertion: VerifiedAssertion;
  readonly realmId: number;
  /** Binds the challenge to a browser. */
  readonly bearer: string;
  /** User whose password was entered; null: none, so the passkey is the only proof. */
  readonly userId: number | null;
  readonly now: Date;
}

/**
 * Accepts an authenticator's signature as proof, and stores its use.
 * @returns false if the challenge was created for another purpose, was used before or is too old; if the authenticator
 * did not verify the user although it must; or if its counter went back, as that of a copy would
 */
export async function usePasskey(tx: Tx, { assertion, realmId, bearer, userId, now }: PasskeyUse): Promise<boolean> {
  const { challenge, passkeyId, signCount, isOwnerVerified } = assertion;
  const asked = await consumeChallenge(tx, { kind: "passkey_login", realmId, bearer, now }, challenge);
  if (asked === null || asked.userId !== userId) return false;
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
