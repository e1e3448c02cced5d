import { sql } from "kysely";
import type { Database, Tx } from "@parlance/kernel/db/types.ts";
import { findTwoFactor } from "#modules/sign-in/credentials/second-factors.ts";
import { hashRecoveryCode } from "../recovery-codes.ts";
import { findStepOfCode, totpSecret } from "../totp.ts";
import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";

interface CodeAttempt {
  readonly userId: number;
  readonly code: string;
  /** Whether the code completes the setup of an authenticator app. Default: false. */
  readonly isConfirming?: boolean;
  readonly now: Date;
}

/**
 * Limits for attempts to enter a code. They are low, because codes have only six digits, and three codes are valid at a
 * time.
 */
const CODE_RATE_RULES = [
  { seconds: 900, capacity: 10 },
  { seconds: 86_400, capacity: 50 },
];

/**
 * Counts an attempt to enter a code. Uses a separate transaction, so that the attempt counts even if the request fails.
 * @throws RateLimitHit
 */
export const countCodeAttempt = (db: Database, userId: number, now: Date): Promise<void> =>
  db.write((tx) => countAttempt(tx, { kind: "second_factor", subject: String(userId), rules: CODE_RATE_RULES, now }));

/**
 * Accepts a code of an account's authenticator app, or a recovery code. Each code is accepted only once, and a code of
 * the app must be newer than the last accepted one.
 * @returns false if the code is wrong or was already used
 */
export async function verifyCode(tx: Tx, secret: Uint8Array, attempt: CodeAttempt): Promise<boolean> {
  const { userId, code, isConfirming = false, now } = attempt;
  const factor = await findTwoFactor(tx, userId);
  if (!factor) return false;
  const digits = code.replaceAll(/\s/g, "");
  const makesCodes = factor.confirmed_at !== null || isConfirming;
  const step = makesCodes ? findStepOfCode(totpSecret(secret, userId, factor.salt), digits, now) : null;
  const hash = hashRecoveryCode(secret, userId, code);
  // One statement checks the code and marks it as used, so that if a code is sent twice at the same time, the second
  // attempt is rejected.
  const { rows } =
    step === null
      ? await sql`
          update two_factor set recovery_hashes = array_remove(recovery_hashes, ${hash})
          where user_id = ${userId} and ${hash} = any(recovery_hashes) returning 1`.execute(tx)
      : await sql`
          update two_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning 1`.execute(
          tx,
        );
  return rows.length > 0;
}
