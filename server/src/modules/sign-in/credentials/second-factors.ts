import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Loads an account's authenticator setup, which may be unconfirmed, and its recovery codes; undefined if it has
 * neither.
 */
export const findTwoFactor = (db: Reader, userId: number) =>
  db
    .selectFrom("two_factor")
    .select(["salt", "confirmed_at", "recovery_hashes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** Second factors of an account. */
export interface SecondFactorState {
  /** Whether the account has an authenticator app that generates codes. */
  readonly hasAuthenticator: boolean;
  /** Number of remaining recovery codes. */
  readonly recoveryCodes: number;
  readonly passkeys: number;
}

/** Loads the second factors of an account. */
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

/** Returns true if a password alone is not enough to log in. */
export const isSecondFactorRequired = ({ hasAuthenticator, passkeys }: SecondFactorState): boolean =>
  hasAuthenticator || passkeys > 0;

/** Whether a login to an account requires a second factor. */
export const needsSecondFactor = async (db: Reader, userId: number): Promise<boolean> =>
  isSecondFactorRequired(await loadSecondFactorState(db, userId));
