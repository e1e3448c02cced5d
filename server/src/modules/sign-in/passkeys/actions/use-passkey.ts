import type { Tx } from "@parlance/kernel/db/types.ts";
import type { VerifiedAssertion } from "../passkey-assertion.ts";
import { consumeChallenge } from "../passkey-challenges.ts";

interface PasskeyUse {
  readonly assertion: VerifiedAssertion;
  readonly realmId: number;
  /** What binds the challenge to a browser. */
  readonly bearer: string;
  /** Whose password was given; null: nobody's, so that the passkey alone is proof. */
  readonly userId: number | null;
  readonly now: Date;
}

/**
 * Takes what an authenticator has signed as proof.
 * @returns false where the challenge was made for something else, was used or is too old; where the authenticator did not make
 *   sure of its owner and has to; and where it has counted back, which a copy would
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
    // Those that do not count say 0 each time.
    .where((of) =>
      of.or([of("sign_count", "<", signCount), of.and([of("sign_count", "=", 0), of.lit(signCount === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
