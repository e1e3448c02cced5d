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
  /** Absent: the account cannot log in with a password. */
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
 * Rejects a password that is too long, or too easy to guess with these facts about its owner.
 * @throws WeakPassword, PasswordTooLong, ServerBusy
 */
export async function assertPasswordAllowed(password: string, about: readonly string[]): Promise<void> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new PasswordTooLong();
  if (!(await isStrongPassword(password, about))) throw new WeakPassword();
}

/** Key that is equal for names that count as the same where names are unique. */
const uniqueKey = (name: string): string => name.toLowerCase().normalize("NFKC").toLowerCase();

/**
 * Returns whether the organization requires unique names. If it does, no other transaction can use a new name until the
 * end of this one.
 */
export async function lockNamesIfUnique(tx: Tx, realmId: number): Promise<boolean> {
  const { require_unique_names: areUnique } = await loadRealmSettings(tx, realmId);
  if (areUnique) await acquireLock(tx, namesLock, realmId);
  return areUnique;
}

/**
 * Throws UniqueNamesRequired if the organization requires unique names and an account other than `except`, active or
 * not, has this one. If it does not throw, no other transaction can use the name until the end of this one.
 */
export async function assertNameAvailable(
  tx: Tx,
  realmId: number,
  name: string,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  if (await lockNamesIfUnique(tx, realmId)) await assertNameUnique(tx, realmId, name, except);
}

/** Like `assertNameAvailable`, if names must be unique and are locked by `lockNamesIfUnique`. */
export async function assertNameUnique(tx: Tx, realmId: number, name: string, except = 0): Promise<void> {
  const taken = await tx
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where(sql`lower(normalize(name_key, NFKC))`, "=", uniqueKey(name))
    .where("id", "!=", except)
    .executeTakeFirst();
  if (taken) throw new UniqueNamesRequired();
}
