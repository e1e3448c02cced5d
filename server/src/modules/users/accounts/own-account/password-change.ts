import { type LoginAttemptKey, loginAttemptKey, assertLoginAllowed } from "#modules/sign-in/attempts/login-limit.ts";
import type { LoginRateRules } from "#modules/sign-in/attempts/rate-limits.ts";
import { hashPassword, verifyPassword, withHashingThread } from "#modules/sign-in/passwords/password-hashing.ts";
import { usesDirectoryPassword } from "#modules/sign-in/ldap/directory-links.ts";
import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { WeakPassword } from "#modules/users/core/errors.ts";
import { assertPasswordAllowed } from "../new-account-checks.ts";
import { NewPasswordTooWeak, PasswordManagedByLdap, TooManyPasswordAttempts } from "./own-account-errors.ts";

/** Result of checking the passwords in a request to change an account. */
export type PasswordChange =
  /** The request contains no new password. */
  | { readonly kind: "none" }
  /** The old password in the request is wrong, or the account has no password. */
  | { readonly kind: "wrong"; readonly tried: LoginAttemptKey }
  /** The password can be changed. `from` and `to`: the hashes of the old and the new password. */
  | { readonly kind: "change"; readonly from: string; readonly to: string };

interface PasswordChangeOptions {
  readonly limits: LoginRateRules;
  /** Settings of the LDAP server, or undefined if login by LDAP is not configured. */
  readonly ldap: LdapSettings | undefined;
}

interface PasswordInput {
  readonly old_password?: string | undefined;
  readonly new_password?: string | undefined;
}

/**
 * Checks the old password and hashes the new one.
 * @throws PasswordManagedByLdap, TooManyPasswordAttempts, NewPasswordTooWeak, PasswordTooLong, ServerBusy
 */
export async function preparePasswordChange(
  { db, actor, request, now }: Read,
  { limits, ldap }: PasswordChangeOptions,
  passwords: PasswordInput,
): Promise<PasswordChange> {
  const { old_password: present = "", new_password: wanted } = passwords;
  if (wanted === undefined) return { kind: "none" };
  if (await usesDirectoryPassword(db, ldap, { realmId: actor.realmId, userId: actor.id }))
    throw new PasswordManagedByLdap();
  const account = await db
    .selectFrom("account")
    .select(["delivery_email", "full_name", "password_hash"])
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();

  const tried = loginAttemptKey(actor.realmId, account.delivery_email, request.ip);
  await assertAttemptsLeft(db, limits, tried, now);
  const matches = await withHashingThread(async () => {
    // Checked again after waiting for a hashing thread. Otherwise, many attempts that wait at the same time would all
    // be made, although they exceed the limit together.
    await assertAttemptsLeft(db, limits, tried, now);
    return verifyPassword(account.password_hash, present);
  });
  if (!matches || account.password_hash === null) return { kind: "wrong", tried };
  await assertStrongPassword(wanted, [account.full_name, account.delivery_email]);
  return { kind: "change", from: account.password_hash, to: await hashPassword(wanted) };
}

/**
 * Throws TooManyPasswordAttempts if no attempts are left. Wrong old passwords and wrong passwords at login count
 * together.
 */
async function assertAttemptsLeft(
  db: Reader,
  limits: LoginRateRules,
  tried: LoginAttemptKey,
  now: Date,
): Promise<void> {
  try {
    await assertLoginAllowed(db, limits, tried, now);
  } catch (error) {
    if (!(error instanceof RateLimitHit)) throw error;
    throw new TooManyPasswordAttempts({ seconds: Math.ceil(Number(error.fields["retry-after"])) });
  }
}

async function assertStrongPassword(password: string, about: readonly string[]): Promise<void> {
  try {
    await assertPasswordAllowed(password, about);
  } catch (error) {
    throw error instanceof WeakPassword ? new NewPasswordTooWeak() : error;
  }
}
