import { createHash } from "node:crypto";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Kinds of steps of logins that take several pages. In this order: the browser was sent to an identity provider; it
 * came back; a new user is about to join; a desktop app got a token to log in with. The remaining kinds record a used
 * assertion, a challenge for a new passkey, a challenge for a login with a passkey, and a login with a signed token
 * that the user must confirm.
 */
export type LoginStepKind =
  | "departed"
  | "arrived"
  | "joining"
  | "desktop"
  | "assertion"
  | "passkey_registration"
  | "passkey_login"
  | "token";

export interface LoginStepKey {
  readonly kind: LoginStepKind;
  readonly realmId: number;
  /** Secret with which the login continues. For a used assertion, the assertion's id. */
  readonly token: string;
}

/** Hashes the key of a step for the database. */
export const hashLoginStepKey = ({ kind, realmId, token }: LoginStepKey): Buffer =>
  createHash("sha256").update(`${kind}:${realmId}:${token}`).digest();

/** Hashes the token of a browser for the database. */
export const hashBrowserToken = (browser: string): Buffer => createHash("sha256").update(browser).digest();

/**
 * Returns a step's data without deleting the step; null if the step does not exist, has expired, or belongs to another
 * browser.
 */
export async function findLoginStep(
  db: Reader,
  step: LoginStepKey & { readonly browser: string; readonly now: Date },
): Promise<unknown> {
  const row = await db
    .selectFrom("login_step")
    .select("data")
    .where("token_hash", "=", hashLoginStepKey(step))
    .where("browser_hash", "=", hashBrowserToken(step.browser))
    .where("expires_at", ">", step.now)
    .executeTakeFirst();
  return row?.data ?? null;
}

/**
 * Returns a step's data whichever browser it belongs to, for requests from other sites' forms, which browsers send
 * without cookies.
 */
export async function findLoginStepOfAnyBrowser(
  db: Reader,
  step: LoginStepKey & { readonly now: Date },
): Promise<unknown> {
  const row = await db
    .selectFrom("login_step")
    .select("data")
    .where("token_hash", "=", hashLoginStepKey(step))
    .where("expires_at", ">", step.now)
    .executeTakeFirst();
  return row?.data ?? null;
}
