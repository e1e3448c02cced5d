import type { Database } from "#kernel/db/types.ts";
import { InvalidSubdomain } from "#kernel/http/errors.ts";
import { emailKey, isEmailAddress } from "#modules/users/addresses.ts";
import { InvalidEmailAddress } from "#modules/users/errors.ts";
import { realmSettings } from "#modules/realms/queries.ts";
import { clearLoginFailures } from "./actions/clear-login-failures.ts";
import { recordLoginFailure } from "./actions/record-login-failure.ts";
import { type LoginOrigin, tellOfLogin } from "./actions/tell-of-login.ts";
import { deriveApiKey } from "./api-key.ts";
import type { LoginAttempt, LoginOutcome, PasswordBackend } from "./backends/backend.ts";
import {
  AuthenticationFailed,
  PasswordAuthDisabled,
  RealmDeactivated,
  TooManyAttempts,
  UserDeactivated,
} from "./errors.ts";
import { refuseTooManyLogins } from "./login-limit.ts";
import { withHashingThread } from "./passwords.ts";

/** Settings that logins heed. */
export interface LoginSettings {
  /** Whether people are told by mail of logins with their password. */
  readonly sendLoginEmails: boolean;
}

export interface LoginServices {
  readonly db: Database;
  readonly secret: Uint8Array;
  /** Asked in this order. */
  readonly backends: readonly PasswordBackend[];
  readonly tellsOfLogins: boolean;
}

/** What `checkLogin` may throw, and `logIn` with it. */
export const loginErrors = [
  InvalidEmailAddress,
  TooManyAttempts,
  UserDeactivated,
  RealmDeactivated,
  PasswordAuthDisabled,
  InvalidSubdomain,
  AuthenticationFailed,
] as const;

/** The account that a username and a password belong to. Throws one of `loginErrors`. */
export async function checkLogin(services: LoginServices, attempt: LoginAttempt, now: Date): Promise<number> {
  const { db } = services;
  if (!isEmailAddress(attempt.username.trim())) throw new InvalidEmailAddress();
  const name = { realmId: attempt.realm.id, usernameKey: emailKey(attempt.username) };
  await refuseTooManyLogins(db.reader, name, now);

  return withHashingThread(async () => {
    // Again, now that our turn has come: of many guesses that wait together, most must not be tried.
    const failures = await refuseTooManyLogins(db.reader, name, now);
    const outcome = await check(services, attempt);
    if (outcome.kind === "success") {
      if (failures > 0) await db.write((tx) => clearLoginFailures(tx, name));
      return outcome.userId;
    }
    if (outcome.kind !== "disabled") await db.write((tx) => recordLoginFailure(tx, name, now));
    throw refusal(outcome.kind);
  });
}

/** Exchanges a username and a password for the account's API key. Throws one of `loginErrors`. */
export async function logIn(services: LoginServices, attempt: LoginAttempt & { origin: LoginOrigin }, now: Date) {
  const { db, secret, tellsOfLogins } = services;
  const { realm, origin } = attempt;
  const userId = await checkLogin(services, attempt, now);
  if (tellsOfLogins) await db.write((tx) => tellOfLogin(tx, { realm, userId, origin, now }));
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

async function check({ db, backends }: LoginServices, attempt: LoginAttempt): Promise<LoginOutcome> {
  const { authentication_methods: methods } = await realmSettings(db.reader, attempt.realm.id);
  let outcome: LoginOutcome = { kind: "disabled" };
  for (const backend of backends) {
    if (!methods[backend.name]) continue;
    outcome = await backend.check(db.reader, attempt);
    if (outcome.kind === "success") break;
  }
  return outcome;
}

function refusal(kind: Exclude<LoginOutcome["kind"], "success">): Error {
  switch (kind) {
    case "account deactivated":
      return new UserDeactivated();
    case "realm deactivated":
      return new RealmDeactivated();
    case "disabled":
      return new PasswordAuthDisabled();
    case "elsewhere":
      return new InvalidSubdomain();
    case "wrong":
      return new AuthenticationFailed();
  }
}
