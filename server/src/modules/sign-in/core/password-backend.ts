import type { Reader } from "@parlance/kernel/db/types.ts";
import type { LoginMethod } from "#modules/organizations/core/authentication-methods.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

export interface LoginAttempt {
  readonly realm: RealmContext;
  readonly username: string;
  readonly password: string;
}

/**
 * The result of a login with one backend. All except `success` are rejections. `disabled`: the backend was not tried;
 * `unavailable`: the password could not be checked. If the username is `unknown` to a backend, the next one is tried.
 * Outcomes that reveal an account are returned only if the password is right: otherwise the result is `wrong` for every
 * account.
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
 * Verifies a password, and counts a wrong one for the account that the username leads to, whatever its spelling. For
 * backends that know the account only after they have looked it up.
 * @param accountKey the account's address
 * @throws RateLimitHit
 */
type VerifyGuess = (accountKey: string, verify: () => Promise<boolean>) => Promise<boolean>;

/** A way to check a username and a password. */
export interface PasswordBackend {
  /** Name of the method in an organization's `authentication_methods`. */
  readonly name: LoginMethod;
  /** Returns the normalized username; null if the backend cannot have such a username. */
  normalizeUsername(username: string): string | null;
  /**
   * Runs the work of a login when it is this username's turn in the queue.
   * @throws ServerBusy if too many logins are already waiting
   */
  runQueued<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Checks a login. Runs outside of any transaction, when it is the login's turn. */
  check(db: Reader, attempt: LoginAttempt, guess: VerifyGuess): Promise<LoginOutcome>;
}
