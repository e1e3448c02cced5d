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

/** The settings of logins. */
export interface LoginSettings {
  /** How an LDAP server is asked; undefined where none is. */
  readonly ldap?: DirectorySettings | undefined;
  /** Whether people are told by mail of logins with their password. */
  readonly sendLoginEmails: boolean;
  readonly rateLimits: LoginRateRules;
}

export interface LoginServices {
  readonly db: Database;
  readonly secret: Uint8Array;
  /** Asked in this order. */
  readonly backends: readonly PasswordBackend[];
  /** How an LDAP server is asked; undefined where none is. */
  readonly ldap: DirectorySettings | undefined;
  readonly sendsLoginEmails: boolean;
  readonly limits: LoginRateRules;
}

/** A login, and from where it comes. */
export interface LoginRequest extends LoginAttempt {
  readonly origin: LoginOrigin;
}

/** What `checkLogin` may throw, and `exchangePasswordForApiKey` with it. */
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
export interface LoginResult {
  readonly userId: number;
  /** As organizations name it in `authentication_methods`. */
  readonly method: string;
  /** Name of the site that says who they are; undefined: they gave their password. */
  readonly through?: string | undefined;
  /** Beside that; null: none was given. */
  readonly secondFactor: SecondFactor | null;
}

/**
 * The account that a username and a password belong to. Throws one of `loginErrors`. Which accounts exist, and what is
 * wrong with one, is revealed only to those who have its password.
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

/** The ways by which the organization lets people log in. */
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
    // Again, now that our turn has come: of many guesses that wait together, most must not be tried.
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

/** Exchanges a username and a password for the account's API key. Throws one of `loginErrors`, or TwoFactorRequired. */
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
