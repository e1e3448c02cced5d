import type { Reader } from "#kernel/db/types.ts";

/** What is known of an account's second factor; undefined where it was never set up. */
export const secondFactorOf = (db: Reader, userId: number) =>
  db
    .selectFrom("two_factor")
    .select(["salt", "confirmed_at", "recovery_hashes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** What an account asks for beside a password. */
export interface SecondFactors {
  /** Whether an authenticator makes codes for it. */
  readonly hasAuthenticator: boolean;
  /** How many codes for recovery are left. */
  readonly recoveryCodes: number;
  readonly passkeys: number;
}

/** What can be given beside the password of an account. */
export async function secondFactorsOf(db: Reader, userId: number): Promise<SecondFactors> {
  const factor = await secondFactorOf(db, userId);
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
export const isOn = ({ hasAuthenticator, passkeys }: SecondFactors): boolean => hasAuthenticator || passkeys > 0;

/** Whether signing in to an account takes something beside the password. */
export const needsSecondFactor = async (db: Reader, userId: number): Promise<boolean> =>
  isOn(await secondFactorsOf(db, userId));
