import type { Reader } from "@parlance/kernel/db/types.ts";
import type { LoginMethod } from "#modules/organizations/core/authentication-methods.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

export interface LoginAttempt {
  readonly realm: RealmContext;
  readonly username: string;
  readonly password: string;
}

/**
 * The result of a login with one backend. All but `success` are refusals; `disabled` says that it was not even tried, and
 * `unavailable` that nobody could say whether the password is right. Where somebody is `unknown` to a backend, the next one
 * is asked. The outcomes that reveal an account are only for those who have its password: to all others, every account is
 * `wrong`.
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
 * Verifies a password, and counts a wrong one for the account to which the username leads, however that was spelled. For
 * backends that know the account only when they have looked for it.
 * @param accountKey the account's address
 * @throws RateLimitHit
 */
type VerifyGuess = (accountKey: string, verify: () => Promise<boolean>) => Promise<boolean>;

/** A way to check a username and a password. */
export interface PasswordBackend {
  /** As organizations name it in `authentication_methods`. */
  readonly name: LoginMethod;
  /** The one spelling of a username; null where it is none that the backend is asked about. */
  normalizeUsername(username: string): string | null;
  /**
   * Runs work of a login when it is this name's turn.
   * @throws ServerBusy when too many wait already
   */
  runQueued<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Checks a login. Runs outside of any transaction, when its turn has come. */
  check(db: Reader, attempt: LoginAttempt, guess: VerifyGuess): Promise<LoginOutcome>;
}
