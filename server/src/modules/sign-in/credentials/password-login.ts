import type { Database } from "@parlance/kernel/db/types.ts";
import { InvalidSubdomain, RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import type { SecondFactor } from "./actions/complete-sign-in.ts";
import { clearLoginFailures } from "../attempts/actions/clear-login-failures.ts";
import { recordLoginFailure } from "../attempts/actions/record-login-failure.ts";
import type { LoginOrigin } from "../core/actions/enqueue-login-email.ts";
import type { LoginAttempt, LoginOutcome, PasswordBackend } from "../core/password-backend.ts";
import type { DirectorySettings } from "../ldap/ldap-access-rules.ts";
import { AuthenticationFailed, PasswordAuthDisabled, RealmDeactivated, UserDeactivated } from "../core/errors.ts";
import { signInForApiKey } from "./sign-in-for-api-key.ts";
import { type LoginAttemptKey, loginAttemptKey, assertLoginAllowed } from "../attempts/login-limit.ts";
import type { LoginRateRules } from "#modules/sign-in/attempts/rate-limits.ts";

/** Settings of logins with a password. */
export interface LoginSettings {
  /** Settings of the LDAP server; undefined if LDAP is not used. */
  readonly ldap?: DirectorySettings | undefined;
  /** Whether users are notified by email of logins to their accounts. */
  readonly sendLoginEmails: boolean;
  readonly rateLimits: LoginRateRules;
}

export interface LoginServices {
  readonly db: Database;
  readonly secret: Uint8Array;
  /** The backends that check passwords, in the order in which they are tried. */
  readonly backends: readonly PasswordBackend[];
  /** Settings of the LDAP server; undefined if LDAP is not used. */
  readonly ldap: DirectorySettings | undefined;
  readonly sendsLoginEmails: boolean;
  readonly limits: LoginRateRules;
}

/** A login attempt and its client. */
export interface LoginRequest extends LoginAttempt {
  readonly origin: LoginOrigin;
}

/** Errors that `checkLogin` and `exchangePasswordForApiKey` may throw. */
export const loginErrors = [
  InvalidEmailAddress,
  RateLimitHit,
  UserDeactivated,
  RealmDeactivated,
  PasswordAuthDisabled,
  InvalidSubdomain,
  AuthenticationFailed,
] as const;

/** A user who has authenticated, with the method that was used. */
export interface LoginResult {
  readonly userId: number;
  /** Name of the method in an organization's `authentication_methods`. */
  readonly method: string;
  /** Display name of the site that authenticated the user; undefined if the user entered a password. */
  readonly through?: string | undefined;
  /** The second factor; null if none was given. */
  readonly secondFactor: SecondFactor | null;
}

/**
 * Finds the account for a username and a password. Throws one of `loginErrors`, or ServerBusy. Only a caller with the
 * right password learns that an account exists, and why it cannot be used.
 */
export async function checkLogin(services: LoginServices, attempt: LoginRequest, now: Date): Promise<LoginResult> {
  const { db, limits } = services;
  const { realm, username, origin } = attempt;
  const backends = await enabledBackends(services, realm.id);
  const names = backends.map((backend) => backend.normalizeUsername(username)).filter((name) => name !== null);
  const [name = null] = names;
  if (name === null && !isEmailAddress(username.trim())) throw new InvalidEmailAddress();
  const tried = loginAttemptKey(realm.id, name ?? username, origin.ip);
  await assertLoginAllowed(db.reader, limits, tried, now);

  let refused: Refusal = "disabled";
  for (const backend of backends) {
    const outcome = await tryBackend(services, { backend, attempt, tried, now });
    if (outcome.kind === "success") {
      const secondFactor = backend.name === "LDAP" && services.ldap?.doesSecondFactor ? "provider" : null;
      return { userId: outcome.userId, method: backend.name, secondFactor };
    }
    refused = outcome.kind;
    if (refused !== "unknown") break;
  }
  throw toLoginError(refused);
}

/** Returns the backends that the organization has enabled. */
async function enabledBackends({ db, backends }: LoginServices, realmId: number): Promise<readonly PasswordBackend[]> {
  const { authentication_methods: methods } = await loadRealmSettings(db.reader, realmId);
  return backends.filter(({ name }) => isLoginMethodEnabled(methods, name));
}

interface BackendAttempt {
  readonly backend: PasswordBackend;
  readonly attempt: LoginRequest;
  readonly tried: LoginAttemptKey;
  readonly now: Date;
}

const tryBackend = (
  { db, limits }: LoginServices,
  { backend, attempt, tried, now }: BackendAttempt,
): Promise<LoginOutcome> =>
  backend.runQueued(tried.usernameKey, async () => {
    // The limit is checked again when it is this attempt's turn, because attempts before it may have reached the limit.
    let hasFailed = await assertLoginAllowed(db.reader, limits, tried, now);
    let [account, isCounted] = [tried, false];
    const outcome = await backend.check(db.reader, attempt, async (usernameKey, verify) => {
      account = { ...tried, usernameKey };
      hasFailed = await assertLoginAllowed(db.reader, limits, account, now);
      const isRight = await verify();
      isCounted = !isRight;
      if (isCounted) await db.write((tx) => recordLoginFailure(tx, account, now));
      return isRight;
    });
    if (outcome.kind === "success" && hasFailed) await db.write((tx) => clearLoginFailures(tx, account));
    if (outcome.kind === "wrong" && !isCounted) await db.write((tx) => recordLoginFailure(tx, account, now));
    return outcome;
  });

/**
 * Exchanges a username and a password for the account's API key. Throws one of `loginErrors`, TwoFactorRequired, or
 * ServerBusy.
 */
export async function exchangePasswordForApiKey(services: LoginServices, attempt: LoginRequest, now: Date) {
  const { realm, origin } = attempt;
  const known = await checkLogin(services, attempt, now);
  return signInForApiKey(services, { realm, ...known, origin, now });
}

type Refusal = Exclude<LoginOutcome["kind"], "success">;

function toLoginError(kind: Refusal): Error {
  switch (kind) {
    case "account deactivated":
      return new UserDeactivated();
    case "realm deactivated":
      return new RealmDeactivated();
    case "disabled":
      return new PasswordAuthDisabled();
    case "elsewhere":
      return new InvalidSubdomain();
    case "unknown":
    case "unavailable":
    case "wrong":
      return new AuthenticationFailed();
  }
}
