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

/** The name and address of an account that could be made, without blanks around them. Throws one of `newAccountErrors`, or ServerBusy. */
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
 * Refuses a password that is too long, or too easy to guess for somebody who knows these facts about its owner.
 * @throws WeakPassword, PasswordTooLong, ServerBusy
 */
export async function assertPasswordAllowed(password: string, about: readonly string[]): Promise<void> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new PasswordTooLong();
  if (!(await isStrongPassword(password, about))) throw new WeakPassword();
}

/** In organizations that want names to be unique, two are the same where this is. */
const uniqueKey = (name: string): string => name.toLowerCase().normalize("NFKC").toLowerCase();

/**
 * Tells whether the organization wants names to be unique. Where it does, nobody else takes one until the end of the
 * transaction.
 */
export async function lockNamesIfUnique(tx: Tx, realmId: number): Promise<boolean> {
  const { require_unique_names: areUnique } = await loadRealmSettings(tx, realmId);
  if (areUnique) await acquireLock(tx, namesLock, realmId);
  return areUnique;
}

/**
 * Throws UniqueNamesRequired where the organization wants names to be unique and this one is taken, by others than
 * `except`; deactivated accounts keep theirs. Until the end of the transaction nobody else takes it.
 */
export async function assertNameAvailable(
  tx: Tx,
  realmId: number,
  name: string,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  if (await lockNamesIfUnique(tx, realmId)) await assertNameUnique(tx, realmId, name, except);
}

/** The same where names have to be unique and are locked by `lockNamesIfUnique`. */
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
