import { createHash } from "node:crypto";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Kinds of steps of logins that take several pages: the browser was sent to an identity provider; it came back from it;
 * a new user is about to join; a desktop app has a token to log in with; an assertion was used; a passkey is about to
 * be registered, or to be used; a user with a signed token must confirm the login.
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
  /** Secret that is needed to continue the login; for assertions, their id. */
  readonly token: string;
}

/** Hashes the key of a step for the database. */
export const hashLoginStepKey = ({ kind, realmId, token }: LoginStepKey): Buffer =>
  createHash("sha256").update(`${kind}:${realmId}:${token}`).digest();

/** Hashes the token of a browser for the database. */
export const hashBrowserToken = (browser: string): Buffer => createHash("sha256").update(browser).digest();

/**
 * Finds a step's data; null if the step does not exist, has expired, or belongs to another browser. Changes nothing.
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

/** Finds the data of a step of any browser, for requests that another site sends without cookies. */
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
