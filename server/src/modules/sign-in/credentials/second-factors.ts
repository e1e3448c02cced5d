import type { Reader } from "@parlance/kernel/db/types.ts";

/** What is known of an account's second factor; undefined where it was never set up. */
export const findTwoFactor = (db: Reader, userId: number) =>
  db
    .selectFrom("two_factor")
    .select(["salt", "confirmed_at", "recovery_hashes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** What an account asks for beside a password. */
export interface SecondFactorState {
  /** Whether an authenticator makes codes for it. */
  readonly hasAuthenticator: boolean;
  /** How many codes for recovery are left. */
  readonly recoveryCodes: number;
  readonly passkeys: number;
}

/** What can be given beside the password of an account. */
export async function loadSecondFactorState(db: Reader, userId: number): Promise<SecondFactorState> {
  const factor = await findTwoFactor(db, userId);
  const { count } = await db
    .selectFrom("passkey")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    hasAuthenticator: (factor?.confirmed_at ?? null) !== null,
    recoveryCodes: factor?.recovery_hashes.length ?? 0,
    passkeys: count,
  };
}

/** Whether a password alone is not enough. */
export const isSecondFactorRequired = ({ hasAuthenticator, passkeys }: SecondFactorState): boolean =>
  hasAuthenticator || passkeys > 0;

/** Whether signing in to an account takes something beside the password. */
export const needsSecondFactor = async (db: Reader, userId: number): Promise<boolean> =>
  isSecondFactorRequired(await loadSecondFactorState(db, userId));
