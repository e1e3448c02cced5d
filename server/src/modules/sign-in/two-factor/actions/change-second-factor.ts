import { randomBytes } from "node:crypto";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { TwoFactorIsOff, TwoFactorIsOn, WrongCode } from "#modules/sign-in/core/errors.ts";
import { twoFactorChangedEmail } from "#modules/sign-in/core/emails.ts";
import { findTwoFactor, loadSecondFactorState } from "#modules/sign-in/credentials/second-factors.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "../recovery-codes.ts";
import { verifyCode } from "./verify-code.ts";
import { type AccountOwner, enqueueSecurityEmail } from "#modules/sign-in/core/actions/enqueue-security-email.ts";

/** Length of the salt in bytes. Because of the salt, each setup has a different secret. */
export const SALT_BYTES = 16;

/**
 * Starts the setup of an authenticator app. Discards an earlier setup that was not completed.
 * @returns the salt from which the shared secret is derived
 * @throws TwoFactorIsOn
 */
export async function startSecondFactorSetup(tx: Tx, userId: number): Promise<string> {
  await lockAccount(tx, userId);
  if ((await findTwoFactor(tx, userId))?.confirmed_at) throw new TwoFactorIsOn();
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  await tx
    .insertInto("two_factor")
    .values({ user_id: userId, salt })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ salt, last_step: 0 }))
    .execute();
  return salt;
}

/**
 * Turns on codes for logins to an account, if its owner has entered a valid code.
 * @returns new recovery codes in case the authenticator is lost, which replace earlier ones; only hashes are stored
 * @throws TwoFactorIsOn, WrongCode
 * @throws TwoFactorIsOff if the setup was not started
 */
export async function confirmSecondFactor(tx: Tx, secret: Uint8Array, owner: AccountOwner & { readonly code: string }) {
  const { userId, now } = owner;
  await lockAccount(tx, userId);
  const factor = await findTwoFactor(tx, userId);
  if (!factor) throw new TwoFactorIsOff();
  if (factor.confirmed_at) throw new TwoFactorIsOn();
  if (!(await verifyCode(tx, secret, { ...owner, isConfirming: true }))) throw new WrongCode();
  const codes = generateRecoveryCodes();
  await tx
    .updateTable("two_factor")
    .set({ confirmed_at: now, recovery_hashes: codes.map((code) => hashRecoveryCode(secret, userId, code)) })
    .where("user_id", "=", userId)
    .execute();
  await notifyOwner(tx, owner, "on");
  return codes;
}

/**
 * Turns off codes for logins to an account. If the account has passkeys, its recovery codes remain.
 * @throws TwoFactorIsOff
 */
export async function removeSecondFactor(tx: Tx, owner: AccountOwner): Promise<void> {
  const { userId } = owner;
  await lockAccount(tx, userId);
  const factors = await loadSecondFactorState(tx, userId);
  if (!factors.hasAuthenticator) throw new TwoFactorIsOff();
  if (factors.passkeys === 0) {
    await tx.deleteFrom("two_factor").where("user_id", "=", userId).execute();
  } else {
    const salt = randomBytes(SALT_BYTES).toString("base64url");
    const off = { confirmed_at: null, salt, last_step: 0 };
    await tx.updateTable("two_factor").set(off).where("user_id", "=", userId).execute();
  }
  await notifyOwner(tx, owner, "off");
}

const notifyOwner = (tx: Tx, owner: AccountOwner, change: "on" | "off"): Promise<void> =>
  enqueueSecurityEmail(tx, owner, (realm, fullName) => twoFactorChangedEmail(realm, fullName, change));
