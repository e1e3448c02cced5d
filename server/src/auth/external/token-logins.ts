import type { RealmContext } from "#kernel/http/context.ts";
import { isMethodOn } from "#modules/1-ground/realms/authentication-methods.ts";
import { settingsOf } from "#modules/1-ground/realms/settings.ts";
import { findUserByRealEmail } from "#modules/1-ground/users/queries.ts";
import {
  AuthenticationFailed,
  BadWebToken,
  NoAddressInWebToken,
  RealmDeactivated,
  UserDeactivated,
  WebTokensDisabled,
} from "../errors.ts";
import type { LoginServices } from "../logins.ts";
import type { TokenSigner } from "./token-settings.ts";
import { bearerOf, type TokenBearer, TOKEN_METHOD } from "./tokens.ts";

/** Who signs people in by tokens, as letters say it. */
export const BY_TOKEN = "your organization's own sign-in";

/** What `recognizeBearer` and `accountByToken` throw. */
export const tokenErrors = [
  RealmDeactivated,
  WebTokensDisabled,
  BadWebToken,
  NoAddressInWebToken,
  AuthenticationFailed,
  UserDeactivated,
] as const;

interface TokenLogin {
  readonly realm: RealmContext;
  readonly token: string;
  readonly now: Date;
}

/** Whose account a token opens, or who has none yet. */
type TokenRecognition =
  | { readonly kind: "account"; readonly userId: number }
  | { readonly kind: "stranger"; readonly bearer: TokenBearer };

/**
 * Recognizes somebody for whom a JSON web token was signed. Whoever signs for an organization may know of its accounts
 * which exist, so this is told.
 * @throws one of `tokenErrors`
 */
export async function recognizeBearer(
  { db }: Pick<LoginServices, "db">,
  signers: readonly TokenSigner[],
  { realm, token, now }: TokenLogin,
): Promise<TokenRecognition> {
  const row = await db.reader
    .selectFrom("realm")
    .select(["settings", "deactivated_at"])
    .where("id", "=", realm.id)
    .executeTakeFirstOrThrow();
  if (row.deactivated_at !== null) throw new RealmDeactivated();
  if (!isMethodOn(settingsOf(row.settings).authentication_methods, TOKEN_METHOD)) throw new WebTokensDisabled();
  const bearer = await bearerOf(signers, realm, token, now);
  const account = await findUserByRealEmail(db.reader, realm.id, bearer.email);
  if (!account) return { kind: "stranger", bearer };
  if (account.bot_type !== null) throw new AuthenticationFailed();
  if (!account.is_active) throw new UserDeactivated();
  return { kind: "account", userId: account.id };
}

/**
 * The account of somebody for whom a JSON web token was signed.
 * @throws one of `tokenErrors`
 */
export async function accountByToken(
  services: Pick<LoginServices, "db">,
  signers: readonly TokenSigner[],
  login: TokenLogin,
): Promise<number> {
  const recognized = await recognizeBearer(services, signers, login);
  if (recognized.kind === "stranger") throw new AuthenticationFailed();
  return recognized.userId;
}
