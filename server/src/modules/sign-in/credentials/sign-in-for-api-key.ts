import type { Database } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { completeSignIn, type SecondFactor } from "./actions/complete-sign-in.ts";
import type { LoginOrigin } from "../core/actions/enqueue-login-email.ts";
import { deriveApiKey } from "../api-keys/api-key.ts";
import { AccountIsDeactivated, UserDeactivated } from "../core/errors.ts";

interface Services {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly sendsLoginEmails: boolean;
}

interface VerifiedSignIn {
  readonly realm: RealmContext;
  readonly userId: number;
  /** Name of the method in an organization's `authentication_methods`. */
  readonly method: string;
  /** The second factor; null if none was given. */
  readonly secondFactor: SecondFactor | null;
  readonly origin: LoginOrigin;
  readonly now: Date;
}

/**
 * Completes a program's login, and returns the account's API key.
 * @throws UserDeactivated, TwoFactorRequired
 */
export async function signInForApiKey(
  { db, secret, sendsLoginEmails }: Services,
  { realm, userId, method, secondFactor, origin, now }: VerifiedSignIn,
): Promise<{ readonly api_key: string; readonly email: string; readonly user_id: number }> {
  const known = { realm, userId, method, secondFactor, origin, now };
  const signIn = { ...known, result: "api_key", replaces: null, sendsEmail: sendsLoginEmails } as const;
  await db
    .write((tx) => completeSignIn(tx, signIn))
    .catch((error: unknown) => {
      throw error instanceof AccountIsDeactivated ? new UserDeactivated() : error;
    });
  const account = await db.reader
    .selectFrom("account")
    .select(["id", "delivery_email", "api_key_version"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    api_key: deriveApiKey(secret, account.id, account.api_key_version),
    email: account.delivery_email,
    user_id: account.id,
  };
}
