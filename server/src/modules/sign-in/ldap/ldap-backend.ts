import type { Reader } from "#kernel/db/types.ts";
import { AppError } from "#kernel/errors.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { RateLimitHit, ServerBusy } from "#kernel/http/errors.ts";
import { Limiter } from "#kernel/limiter.ts";
import type { Logger } from "#kernel/log.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { askDirectory, type DirectoryAnswer, directoryName, guessKey } from "./directory-lookup.ts";
import { barrierOf, type DirectorySettings } from "./ldap-access-rules.ts";
import { accountOfEntry, anothersAccount } from "./directory-links.ts";
import type { DirectoryPerson } from "./directory-person.ts";
import type { LoginAttempt, LoginOutcome, PasswordBackend } from "../core/password-backend.ts";

/** Makes an account for somebody who has none. */
export type Joining = (realm: RealmContext, person: DirectoryPerson) => Promise<void>;

/** Keeps an account of somebody whom the directory knows as it is there. */
export type Refreshing = (
  account: { readonly realm: RealmContext; readonly userId: number },
  person: DirectoryPerson,
) => Promise<void>;

interface Parts {
  readonly settings: DirectorySettings;
  readonly log: Logger;
  readonly join: Joining;
  readonly refresh: Refreshing;
}

/** How many logins a process has with the LDAP server at once, and how many may wait for that. */
const MAX_RUNNING = 8;
const MAX_WAITING = 100;

/** Checks names and passwords by asking an LDAP server. What goes wrong there is told in the log alone. */
export function ldapBackend({ settings, log, join, refresh }: Parts): PasswordBackend {
  const limiter = new Limiter<string>(MAX_RUNNING);
  // Other names may lead to the same account: guesses at it wait for each other, too.
  const accounts = new Limiter<string>(MAX_RUNNING);
  let waiting = 0;
  return {
    name: "LDAP",
    nameOf(username) {
      const name = directoryName(settings, username);
      return name === null ? null : guessKey(name);
    },
    async inTurn(name, work) {
      if (waiting >= MAX_RUNNING + MAX_WAITING) throw new ServerBusy();
      waiting += 1;
      // Guesses at one name are made one after the other, so that each counts before the next.
      return limiter.run(name, work).finally(() => (waiting -= 1));
    },
    async check(db, { realm, username, password }, guess) {
      const name = directoryName(settings, username);
      if (name === null) return { kind: "unknown" };
      const refused = (reason: string, kind: "wrong" | "unavailable" = "wrong"): LoginOutcome => {
        log.warn({ realm: realm.subdomain, username: name }, `LDAP login refused: ${reason}`);
        return { kind };
      };
      const guessAt = (key: string, bind: () => Promise<boolean>) => accounts.run(key, () => guess(key, bind));
      let answer: DirectoryAnswer;
      try {
        answer = await askDirectory(settings, name, password, (entry, bind) =>
          entry.kind === "person" ? guessAt(emailKey(entry.person.email), bind) : bind(),
        );
      } catch (error) {
        if (error instanceof RateLimitHit) throw error;
        return refused(String(error), "unavailable");
      }
      if (answer.kind === "unknown") return answer;
      if (answer.kind === "refused") return refused(answer.reason);
      const { person } = answer;
      const barrier = barrierOf(settings, person, realm.subdomain);
      if (barrier !== null) return refused(`${person.dn} ${barrier}`);
      const outcome = await logInAs(db, { realm, person, join, refused });
      if (outcome.kind === "success") await refresh({ realm, userId: outcome.userId }, person);
      return outcome;
    },
  };
}

interface Arrival {
  readonly realm: LoginAttempt["realm"];
  readonly person: DirectoryPerson;
  readonly join: Joining;
  readonly refused: (reason: string) => LoginOutcome;
}

/** The account of somebody whom the directory vouches for; it is made where there is none. */
async function logInAs(db: Reader, arrival: Arrival): Promise<LoginOutcome> {
  const { realm, person, join, refused } = arrival;
  const known = await accountOf(db, arrival);
  if (known) return known;
  let problem = "there is no account";
  try {
    await join(realm, person);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = error.message;
  }
  // Another login of the same person may have made it meanwhile.
  return (await accountOf(db, arrival)) ?? refused(`${person.dn} cannot join: ${problem}`);
}

async function accountOf(db: Reader, { realm, person, refused }: Arrival): Promise<LoginOutcome | null> {
  const account = await accountOfEntry(db, realm.id, person);
  if (!account) return null;
  if (account.isAnothers) return refused(anothersAccount(person, account));
  if (account.bot_type !== null) return { kind: "wrong" };
  if (account.deactivated_at !== null) return { kind: "realm deactivated" };
  return account.is_active ? { kind: "success", userId: account.id } : { kind: "account deactivated" };
}
