import { createHash } from "node:crypto";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * The steps of logins that go through several pages: the browser has left for a provider; it has come back from it; a newcomer
 * is about to join; a desktop app has a token to sign in with; an assertion was used; a passkey is about
 * to be made, or to be used; a user with a signed token has to confirm the sign-in.
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
  /** The secret of who may go on; of assertions, their name. */
  readonly token: string;
}

/** By which the database knows a step. */
export const hashLoginStepKey = ({ kind, realmId, token }: LoginStepKey): Buffer =>
  createHash("sha256").update(`${kind}:${realmId}:${token}`).digest();

/** By which the database knows a browser. */
export const hashBrowserToken = (browser: string): Buffer => createHash("sha256").update(browser).digest();

/** The step's data; null if there is none, it has expired, or it is another browser's. Changes nothing. */
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

/** The same of any browser's step, for what a site sends that brings no cookies. */
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
