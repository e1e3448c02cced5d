import { sql } from "kysely";
import { isStrongPassword } from "#auth/password-strength.ts";
import { MAX_PASSWORD_LENGTH } from "#auth/passwords.ts";
import type { Reader } from "#kernel/db/types.ts";
import { realmSettings } from "#modules/realms/queries.ts";
import { isEmailAddress } from "./addresses.ts";
import { InvalidEmailAddress, PasswordTooLong, UniqueNamesRequired, WeakPassword } from "./errors.ts";
import { checkedName } from "./names.ts";

export interface Wanted {
  readonly fullName: string;
  readonly email: string;
  /** Absent: the account cannot log in with a password. */
  readonly password?: string;
}

/** The name and address of an account that could be made, without blanks around them. Throws one of `newAccountErrors`, or ServerBusy. */
export async function checkNewAccount({ fullName, email, password }: Wanted): Promise<{
  fullName: string;
  email: string;
}> {
  const name = checkedName(fullName);
  if (!isEmailAddress(email.trim())) throw new InvalidEmailAddress();
  if (password !== undefined) await checkPassword(password, [name, email]);
  return { fullName: name, email: email.trim() };
}

/**
 * Refuses a password that is too long, or too easy to guess for somebody who knows these facts about its owner.
 * @throws WeakPassword, PasswordTooLong, ServerBusy
 */
export async function checkPassword(password: string, about: readonly string[]): Promise<void> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new PasswordTooLong();
  if (!(await isStrongPassword(password, about))) throw new WeakPassword();
}

/**
 * Throws UniqueNamesRequired where the organization wants names to be unique and this one is taken; deactivated
 * accounts keep theirs.
 */
export async function refuseTakenName(db: Reader, realmId: number, name: string): Promise<void> {
  const { require_unique_names: isRequired } = await realmSettings(db, realmId);
  if (!isRequired) return;
  const taken = await db
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where(sql`lower(normalize(full_name, NFKC))`, "=", name.normalize("NFKC").toLowerCase())
    .executeTakeFirst();
  if (taken) throw new UniqueNamesRequired();
}
