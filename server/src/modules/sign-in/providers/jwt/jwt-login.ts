import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { findUserByRealEmail } from "#modules/users/core/queries.ts";
import type { SecondFactor } from "#modules/sign-in/credentials/actions/complete-sign-in.ts";
import {
  AuthenticationFailed,
  InvalidWebToken,
  NoEmailInWebToken,
  RealmDeactivated,
  UserDeactivated,
  WebTokensDisabled,
} from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import type { JwtSigner } from "./jwt-settings.ts";
import { verifyJwtSubject, type JwtSubject, JWT_METHOD } from "./jwt-token.ts";

/** Name used in emails for a site that authenticates users with tokens. */
export const JWT_PROVIDER_NAME = "your organization's own login";

/** Errors that `verifyJwt`, `findJwtAccount` and `authenticateByJwt` throw. */
export const jwtErrors = [
  RealmDeactivated,
  WebTokensDisabled,
  InvalidWebToken,
  NoEmailInWebToken,
  AuthenticationFailed,
  UserDeactivated,
] as const;

interface JwtLogin {
  readonly realm: RealmContext;
  readonly token: string;
  readonly now: Date;
}

/** The user for whom a token was signed: with an account, or without one yet. */
type JwtAccountResult =
  | { readonly kind: "account"; readonly userId: number; readonly fullName: string }
  | { readonly kind: "stranger" };

/** Returns `provider` if the token's signer checks a second factor; null if this server has to require one. */
export const secondFactorOfJwt = ({ doesSecondFactor }: Pick<JwtSubject, "doesSecondFactor">): SecondFactor | null =>
  doesSecondFactor ? "provider" : null;

/**
 * Verifies a JSON web token signed by a site that may log users in to the organization.
 * @throws one of `jwtErrors`
 */
export async function verifyJwt(
  { db }: Pick<LoginServices, "db">,
  signers: readonly JwtSigner[],
  { realm, token, now }: JwtLogin,
): Promise<JwtSubject> {
  const row = await db.reader
    .selectFrom("realm")
    .select(["settings", "deactivated_at"])
    .where("id", "=", realm.id)
    .executeTakeFirstOrThrow();
  if (row.deactivated_at !== null) throw new RealmDeactivated();
  if (!isLoginMethodEnabled(resolveRealmSettings(row.settings).authentication_methods, JWT_METHOD))
    throw new WebTokensDisabled();
  return verifyJwtSubject(signers, realm, token, now);
}

/**
 * Finds the account of a token's user. The error says why an account cannot be used, because a site that signs tokens
 * for an organization may know which accounts exist.
 * @throws AuthenticationFailed, UserDeactivated
 */
export async function findJwtAccount(
  db: Reader,
  realm: Pick<RealmContext, "id">,
  { email }: Pick<JwtSubject, "email">,
): Promise<JwtAccountResult> {
  const account = await findUserByRealEmail(db, realm.id, email);
  if (!account) return { kind: "stranger" };
  if (account.bot_type !== null) throw new AuthenticationFailed();
  if (!account.is_active) throw new UserDeactivated();
  return { kind: "account", userId: account.id, fullName: account.full_name };
}

/**
 * Verifies a token and returns its user's account, and whether the signer checked a second factor.
 * @throws one of `jwtErrors`
 */
export async function authenticateByJwt(
  services: Pick<LoginServices, "db">,
  signers: readonly JwtSigner[],
  login: JwtLogin,
): Promise<{ readonly userId: number; readonly secondFactor: SecondFactor | null }> {
  const bearer = await verifyJwt(services, signers, login);
  const recognized = await findJwtAccount(services.db.reader, login.realm, bearer);
  if (recognized.kind === "stranger") throw new AuthenticationFailed();
  return { userId: recognized.userId, secondFactor: secondFactorOfJwt(bearer) };
}
