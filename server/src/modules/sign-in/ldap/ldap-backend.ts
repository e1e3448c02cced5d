import type { Reader } from "@parlance/kernel/db/types.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { RateLimitHit, ServerBusy } from "@parlance/kernel/http/errors.ts";
import { Limiter } from "@parlance/kernel/base/limiter.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import {
  verifyDirectoryPassword,
  type DirectoryLookupResult,
  normalizeDirectoryUsername,
  attemptKey,
} from "./directory-lookup.ts";
import { accessRefusalReason, type DirectorySettings } from "./ldap-access-rules.ts";
import { findAccountOfEntry, describeAccountConflict } from "./directory-links.ts";
import type { DirectoryPerson } from "./directory-person.ts";
import type { LoginAttempt, LoginOutcome, PasswordBackend } from "../core/password-backend.ts";

/** Creates an account for a user of the directory who has none. */
export type JoinFromDirectory = (realm: RealmContext, person: DirectoryPerson) => Promise<void>;

/** Updates a user's account with the data in the directory. */
export type RefreshFromDirectory = (
  account: { readonly realm: RealmContext; readonly userId: number },
  person: DirectoryPerson,
) => Promise<void>;

interface Parts {
  readonly settings: DirectorySettings;
  readonly log: Logger;
  readonly join: JoinFromDirectory;
  readonly refresh: RefreshFromDirectory;
}

/** Maximum number of logins that use the LDAP server at the same time, and of logins that wait, per process. */
const MAX_RUNNING = 8;
const MAX_WAITING = 100;

/**
 * Creates a backend that checks usernames and passwords with an LDAP server. If the server fails, the error is logged,
 * and the login is rejected without counting as a wrong password.
 */
export function createLdapBackend({ settings, log, join, refresh }: Parts): PasswordBackend {
  const limiter = new Limiter<string>(MAX_RUNNING);
  // Different usernames may lead to the same account, so attempts for one account also run one after the other.
  const accounts = new Limiter<string>(MAX_RUNNING);
  let waiting = 0;
  return {
    name: "LDAP",
    normalizeUsername(username) {
      const name = normalizeDirectoryUsername(settings, username);
      return name === null ? null : attemptKey(name);
    },
    async runQueued(name, work) {
      if (waiting >= MAX_RUNNING + MAX_WAITING) throw new ServerBusy();
      waiting += 1;
      // Attempts for one username run one after the other, so that a wrong password is counted before the next attempt.
      return limiter.run(name, work).finally(() => (waiting -= 1));
    },
    async check(db, { realm, username, password }, guess) {
      const name = normalizeDirectoryUsername(settings, username);
      if (name === null) return { kind: "unknown" };
      const refused = (reason: string, kind: "wrong" | "unavailable" = "wrong"): LoginOutcome => {
        log.warn({ realm: realm.subdomain, username: name }, `LDAP login refused: ${reason}`);
        return { kind };
      };
      const guessAt = (key: string, bind: () => Promise<boolean>) => accounts.run(key, () => guess(key, bind));
      let answer: DirectoryLookupResult;
      try {
        answer = await verifyDirectoryPassword(settings, name, password, (entry, bind) =>
          entry.kind === "person" ? guessAt(emailKey(entry.person.email), bind) : bind(),
        );
      } catch (error) {
        if (error instanceof RateLimitHit) throw error;
        return refused(String(error), "unavailable");
      }
      if (answer.kind === "unknown") return answer;
      if (answer.kind === "refused") return refused(answer.reason);
      const { person } = answer;
      const barrier = accessRefusalReason(settings, person, realm.subdomain);
      if (barrier !== null) return refused(`${person.dn} ${barrier}`);
      const outcome = await findOrCreateAccount(db, { realm, person, join, refused });
      if (outcome.kind === "success") await refresh({ realm, userId: outcome.userId }, person);
      return outcome;
    },
  };
}

interface DirectoryLogin {
  readonly realm: LoginAttempt["realm"];
  readonly person: DirectoryPerson;
  readonly join: JoinFromDirectory;
  readonly refused: (reason: string) => LoginOutcome;
}

/** Finds or creates the account of a user whose password the directory has accepted. */
async function findOrCreateAccount(db: Reader, login: DirectoryLogin): Promise<LoginOutcome> {
  const { realm, person, join, refused } = login;
  const known = await findAccountOutcome(db, login);
  if (known) return known;
  let problem = "there is no account";
  try {
    await join(realm, person);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = error.message;
  }
  // Another login of the same user may have created the account in the meantime.
  return (await findAccountOutcome(db, login)) ?? refused(`${person.dn} cannot join: ${problem}`);
}

async function findAccountOutcome(
  db: Reader,
  { realm, person, refused }: DirectoryLogin,
): Promise<LoginOutcome | null> {
  const account = await findAccountOfEntry(db, realm.id, person);
  if (!account) return null;
  if (account.isAnothers) return refused(describeAccountConflict(person, account));
  if (account.bot_type !== null) return { kind: "wrong" };
  if (account.deactivated_at !== null) return { kind: "realm deactivated" };
  return account.is_active ? { kind: "success", userId: account.id } : { kind: "account deactivated" };
}
