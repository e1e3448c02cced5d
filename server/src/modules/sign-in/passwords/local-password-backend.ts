import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { emailKey, isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { usesDirectoryPassword } from "../ldap/directory-links.ts";
import { verifyPassword, withHashingThread } from "./password-hashing.ts";
import type { LoginAttempt, LoginOutcome, PasswordBackend } from "../core/password-backend.ts";

/** Name of the method in an organization's `authentication_methods`. */
export const PASSWORD_METHOD = "Email";

/**
 * Creates the backend that checks passwords stored on this server, with the account's real email address as the
 * username. Users whose password is in the LDAP directory cannot log in with a password stored here.
 */
export const createLocalPasswordBackend = (ldap: LdapSettings | undefined): PasswordBackend => ({
  name: PASSWORD_METHOD,
  normalizeUsername: (username) => (isEmailAddress(username.trim()) ? emailKey(username) : null),
  runQueued: (_name, work) => withHashingThread(work),
  check: (db, attempt) => check(db, ldap, attempt),
});

async function check(
  db: Reader,
  ldap: LdapSettings | undefined,
  { realm, username, password }: LoginAttempt,
): Promise<LoginOutcome> {
  if (password === "") return { kind: "wrong" };
  const accounts = await loadAccounts(db, emailKey(username));
  // If the address has accounts only in other organizations, only the oldest one is checked: more hashes would take
  // longer, and the time would reveal the accounts.
  const account = accounts.find(({ realm_id }) => realm_id === realm.id) ?? accounts[0];
  // The password is checked first, even if there is no account, so that the response reveals nothing to callers without
  // the password.
  const matches = await verifyPassword(account?.password_hash ?? null, password);
  if (!matches || !account) return { kind: "wrong" };
  if (account.realm_id !== realm.id) return { kind: "elsewhere" };
  if (account.deactivated_at !== null) return { kind: "realm deactivated" };
  if (!account.is_active) return { kind: "account deactivated" };
  if (await usesDirectoryPassword(db, ldap, { realmId: realm.id, userId: account.id })) return { kind: "wrong" };
  return { kind: "success", userId: account.id };
}

/** Loads the accounts with an email address, in all organizations, oldest first. */
const loadAccounts = (db: Reader, key: string) =>
  db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.realm_id", "account.is_active", "account.password_hash", "realm.deactivated_at"])
    .where("account.email_key", "=", key)
    .where("account.bot_type", "is", null)
    .orderBy("account.id")
    .execute();
