import type { Reader } from "@parlance/kernel/db/types.ts";
import type { LoginMethod } from "#modules/organizations/core/authentication-methods.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

export interface LoginAttempt {
  readonly realm: RealmContext;
  readonly username: string;
  readonly password: string;
}

/**
 * Result of a login with one backend. `disabled`: the backend was not tried. `unavailable`: the password could not be
 * checked. `unknown`: the backend does not know the username, and the next one is tried. Results that reveal that an
 * account exists are returned only if the password is right; otherwise the result is `wrong` for every account.
 */
export type LoginOutcome =
  | { readonly kind: "success"; readonly userId: number }
  | {
      readonly kind:
        | "disabled"
        | "unknown"
        | "unavailable"
        | "wrong"
        | "account deactivated"
        | "realm deactivated"
        | "elsewhere";
    };

/**
 * Verifies a password, and counts a wrong password for the account to which the username leads, whatever its spelling.
 * For backends that find out the account only by looking up the username.
 * @param accountKey the account's email address
 * @throws RateLimitHit
 */
type VerifyGuess = (accountKey: string, verify: () => Promise<boolean>) => Promise<boolean>;

/** A way to check a username and a password, such as LDAP. */
export interface PasswordBackend {
  /** Name of the method in an organization's `authentication_methods`. */
  readonly name: LoginMethod;
  /** Returns the normalized username; null if this backend cannot have such a username. */
  normalizeUsername(username: string): string | null;
  /**
   * Runs the work of a login when the backend has capacity for it. A backend may also make logins with the same
   * username wait for each other.
   * @throws ServerBusy if too many logins are already waiting
   */
  runQueued<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Checks the username and the password of a login. Called outside of any transaction, from `runQueued`. */
  check(db: Reader, attempt: LoginAttempt, guess: VerifyGuess): Promise<LoginOutcome>;
}
