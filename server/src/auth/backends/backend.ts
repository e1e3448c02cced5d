import type { Reader } from "#kernel/db/types.ts";
import type { LoginMethod } from "#modules/1-ground/realms/authentication-methods.ts";
import type { RealmContext } from "#kernel/http/context.ts";

export interface LoginAttempt {
  readonly realm: RealmContext;
  readonly username: string;
  readonly password: string;
}

/**
 * The result of a login with one backend. All but `success` are refusals; `disabled` says that it was not even tried. The
 * outcomes that reveal an account are only for those who have its password: to all others, every account is `wrong`.
 */
export type LoginOutcome =
  | { readonly kind: "success"; readonly userId: number }
  | {
      readonly kind: "disabled" | "wrong" | "account deactivated" | "realm deactivated" | "elsewhere";
    };

/** A way to check a username and a password. */
export interface PasswordBackend {
  /** As organizations name it in `authentication_methods`. */
  readonly name: LoginMethod;
  /** Checks a login. Runs outside of any transaction, on a hashing thread's turn. */
  check(db: Reader, attempt: LoginAttempt): Promise<LoginOutcome>;
}
