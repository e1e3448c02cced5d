import { sql } from "kysely";
import { isStrongPassword } from "#modules/sign-in/passwords/password-strength.ts";
import { MAX_PASSWORD_LENGTH } from "#modules/sign-in/passwords/password-hashing.ts";
import { acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import { namesLock } from "./locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { InvalidEmailAddress, PasswordTooLong, UniqueNamesRequired, WeakPassword } from "#modules/users/core/errors.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";

export interface NewAccountInput {
  readonly fullName: string;
  readonly email: string;
  /** If absent, the account cannot log in with a password. */
  readonly password?: string;
}

/**
 * Validates a new account and returns its name and address without surrounding whitespace. Throws one of
 * `newAccountErrors`, or ServerBusy.
 */
export async function parseNewAccount({ fullName, email, password }: NewAccountInput): Promise<{
  fullName: string;
  email: string;
}> {
  const name = parseFullName(fullName);
  if (!isEmailAddress(email.trim())) throw new InvalidEmailAddress();
  if (password !== undefined) await assertPasswordAllowed(password, [name, email]);
  return { fullName: name, email: email.trim() };
}

/**
 * Throws if a password is too long, or too easy to guess. `about`: facts about its owner, such as the name, which make
 * a password easy to guess.
 * @throws WeakPassword, PasswordTooLong, ServerBusy
 */
export async function assertPasswordAllowed(password: string, about: readonly string[]): Promise<void> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new PasswordTooLong();
  if (!(await isStrongPassword(password, about))) throw new WeakPassword();
}

/** Returns a key that is equal for names that count as the same name if names must be unique. */
const uniqueKey = (name: string): string => name.toLowerCase().normalize("NFKC").toLowerCase();

/**
 * Returns whether the organization requires unique names. If it does, no other transaction can use a new name until
 * this transaction ends.
 */
export async function lockNamesIfUnique(tx: Tx, realmId: number): Promise<boolean> {
  const { require_unique_names: areUnique } = await loadRealmSettings(tx, realmId);
  if (areUnique) await acquireLock(tx, namesLock, realmId);
  return areUnique;
}

/**
 * Throws UniqueNamesRequired if the organization requires unique names and another account, active or not, has the
 * name. The account `except` is ignored. If names must be unique and it does not throw, no other transaction can use
 * the name until this transaction ends.
 */
export async function assertNameAvailable(
  tx: Tx,
  realmId: number,
  name: string,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  if (await lockNamesIfUnique(tx, realmId)) await assertNameUnique(tx, realmId, name, except);
}

/**
 * Throws UniqueNamesRequired if another account has the name. Must be called only if `lockNamesIfUnique` has returned
 * true.
 */
export async function assertNameUnique(tx: Tx, realmId: number, name: string, except = 0): Promise<void> {
  const existing = await tx
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where(sql`lower(normalize(name_key, NFKC))`, "=", uniqueKey(name))
    .where("id", "!=", except)
    .executeTakeFirst();
  if (existing) throw new UniqueNamesRequired();
}
