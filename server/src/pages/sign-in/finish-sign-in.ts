import { randomBytes } from "node:crypto";
import { completeSignIn, type SignInResult } from "#modules/sign-in/credentials/actions/complete-sign-in.ts";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import { TwoFactorRequired } from "#modules/sign-in/core/errors.ts";
import { createLoginStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import type { LoginResult } from "#modules/sign-in/credentials/password-login.ts";
import { type AppFlow, encryptWithPad, encryptToken } from "#modules/sign-in/credentials/app-flow.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { appScheme } from "../http/app-scheme.ts";
import { secondFactorPage } from "./second-factor-page.ts";
import { html } from "../layout/html.ts";
import { homePath } from "../http/next-page.ts";
import type { Page, Redirect, Visit } from "../http/page-types.ts";

/** Time in which a desktop app has to log in with its token, in seconds. */
const TOKEN_SECONDS = 300;
const TOKEN_BYTES = 32;

interface BrowserSignIn extends LoginResult {
  /** Whether the same transaction created the account. Default: false. */
  readonly isNew?: boolean;
  /** The requested page; null if no page was requested. */
  readonly next?: string | null;
  /** Whether the user logged in with a passkey alone. Default: false. */
  readonly isByPasskey?: boolean;
  /**
   * Whether the owner of the account is notified of the login by email. Default: according to the settings of the
   * server and the owner; never for a new account.
   */
  readonly sendsEmail?: boolean;
}

/**
 * Completes every login in a browser: creates a session, or, for an app, issues the app's credential without a session.
 * If the account has a second factor that was not given yet, requests it first.
 * @throws AccountIsDeactivated
 */
export async function finishSignIn(tx: Tx, visit: Visit, completed: BrowserSignIn): Promise<Page | Redirect> {
  const { services, realm, ip, userAgent, sessionToken, now, flow } = visit;
  const { userId, method, secondFactor, isNew = false, next = null, through, isByPasskey = false } = completed;
  const { sendsEmail = !isNew && services.logins.sendsLoginEmails } = completed;
  const origin = { ip, userAgent, through, isByPasskey };
  const known = { realm, userId, method, secondFactor, origin, isNew, sendsEmail, now };
  const signIn = { ...known, result: resultOf(flow), replaces: sessionToken };
  let session: string | null;
  try {
    session = await completeSignIn(tx, signIn);
  } catch (error) {
    if (error instanceof TwoFactorRequired) return secondFactorPage(visit, completed, { next, db: tx });
    throw error;
  }
  if (flow === null) return { to: next ?? homePath(services), session };
  const outcome =
    flow.app === "mobile"
      ? await redirectToApp(tx, visit, userId, flow)
      : await desktopTokenPage(tx, visit, completed, flow);
  visit.flow = null;
  return outcome;
}

function resultOf(flow: AppFlow | null): SignInResult {
  if (flow === null) return "session";
  return flow.app === "mobile" ? "api_key" : "desktop_token";
}

async function redirectToApp(tx: Tx, { services, realm }: Visit, userId: number, flow: AppFlow): Promise<Redirect> {
  const account = await tx
    .selectFrom("account")
    .select(["delivery_email", "api_key_version"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const parameters = new URLSearchParams({
    otp_encrypted_api_key: encryptWithPad(deriveApiKey(services.secret, userId, account.api_key_version), flow.otp),
    email: account.delivery_email,
    user_id: String(userId),
    realm: realm.url,
  });
  return { to: `${appScheme(services.site, flow)}://login?${parameters.toString()}` };
}

async function desktopTokenPage(
  tx: Tx,
  { realm, now }: Visit,
  { userId, method, secondFactor }: BrowserSignIn,
  { otp }: AppFlow,
): Promise<Page> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const step = { kind: "desktop", realmId: realm.id, token, browser: null, seconds: TOKEN_SECONDS, now } as const;
  await createLoginStep(tx, { ...step, data: { userId, method, secondFactor } });
  return {
    title: "Return to the app",
    body: html`<h1>Return to the app</h1>
      <p>Copy this code and paste it into the app within five minutes:</p>
      <pre><code>${encryptToken(token, otp)}</code></pre>`,
  };
}
