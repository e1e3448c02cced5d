import type { Database } from "#kernel/db/types.ts";
import { InvalidSubdomain, RateLimitHit } from "#kernel/http/errors.ts";
import { isEmailAddress } from "#modules/1-ground/users/addresses.ts";
import { InvalidEmailAddress } from "#modules/1-ground/users/errors.ts";
import { isMethodOn } from "#modules/1-ground/realms/authentication-methods.ts";
import { realmSettings } from "#modules/1-ground/realms/queries.ts";
import { clearLoginFailures } from "./actions/clear-login-failures.ts";
import { recordLoginFailure } from "./actions/record-login-failure.ts";
import { rememberNetwork } from "./actions/remember-network.ts";
import { type LoginOrigin, sendLoginLetter } from "./actions/send-login-letter.ts";
import { deriveApiKey } from "./api-key.ts";
import type { LoginAttempt, LoginOutcome, PasswordBackend } from "./backends/backend.ts";
import {
  AuthenticationFailed,
  PasswordAuthDisabled,
  RealmDeactivated,
  TwoFactorRequired,
  UserDeactivated,
} from "./errors.ts";
import { type LoginRules, loginTry, refuseTooManyLogins } from "./login-limit.ts";
import { needsCode } from "./two-factor/queries.ts";
import { withHashingThread } from "./passwords.ts";

/** The settings of logins. */
export interface LoginSettings {
  /** Whether people are told by mail of logins with their password. */
  readonly sendLoginEmails: boolean;
  readonly rateLimits: LoginRules;
}

export interface LoginServices {
  readonly db: Database;
  readonly secret: Uint8Array;
  /** Asked in this order. */
  readonly backends: readonly PasswordBackend[];
  readonly sendsLoginLetters: boolean;
  readonly limits: LoginRules;
}

/** A login, and from where it comes. */
export interface Login extends LoginAttempt {
  readonly origin: LoginOrigin;
}

/** What `checkLogin` may throw, and `logIn` with it. */
export const loginErrors = [
  InvalidEmailAddress,
  RateLimitHit,
  UserDeactivated,
  RealmDeactivated,
  PasswordAuthDisabled,
  InvalidSubdomain,
  AuthenticationFailed,
] as const;

/** Somebody who has proved who they are, and by which way. */
export interface LoggedIn {
  readonly userId: number;
  /** As organizations name it in `authentication_methods`. */
  readonly method: string;
}

/**
 * The account that a username and a password belong to. Throws one of `loginErrors`. Which accounts exist, and what is
 * wrong with one, is revealed only to those who have its password.
 */
export async function checkLogin(services: LoginServices, attempt: Login, now: Date): Promise<LoggedIn> {
  const { db, limits } = services;
  if (!isEmailAddress(attempt.username.trim())) throw new InvalidEmailAddress();
  const tried = loginTry(attempt.realm.id, attempt.username, attempt.origin.ip);
  await refuseTooManyLogins(db.reader, limits, tried, now);

  return withHashingThread(async () => {
    // Again, now that our turn has come: of many guesses that wait together, most must not be tried.
    const hasFailed = await refuseTooManyLogins(db.reader, limits, tried, now);
    const { outcome, method } = await check(services, attempt);
    if (outcome.kind === "success") {
      if (hasFailed) await db.write((tx) => clearLoginFailures(tx, tried));
      return { userId: outcome.userId, method };
    }
    if (outcome.kind === "wrong") await db.write((tx) => recordLoginFailure(tx, tried, now));
    throw refusal(outcome.kind);
  });
}

/** Exchanges a username and a password for the account's API key. Throws one of `loginErrors`, or TwoFactorRequired. */
export async function logIn(services: LoginServices, attempt: Login, now: Date) {
  const { db, secret, sendsLoginLetters } = services;
  const { realm, origin } = attempt;
  const { userId } = await checkLogin(services, attempt, now);
  if (await needsCode(db.reader, userId)) throw new TwoFactorRequired();
  await db.write(async (tx) => {
    await rememberNetwork(tx, { userId, ip: origin.ip, now });
    if (sendsLoginLetters) await sendLoginLetter(tx, { realm, userId, origin, now });
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

async function check({ db, backends }: LoginServices, attempt: LoginAttempt) {
  const { authentication_methods: methods } = await realmSettings(db.reader, attempt.realm.id);
  let tried: { outcome: LoginOutcome; method: string } = { outcome: { kind: "disabled" }, method: "" };
  for (const backend of backends) {
    if (!isMethodOn(methods, backend.name)) continue;
    tried = { outcome: await backend.check(db.reader, attempt), method: backend.name };
    if (tried.outcome.kind === "success") break;
  }
  return tried;
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
