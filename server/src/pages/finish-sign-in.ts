import { randomBytes } from "node:crypto";
import { deriveApiKey } from "#auth/api-key.ts";
import { keepStep } from "#auth/external/actions/keep-step.ts";
import { rememberNetwork } from "#auth/actions/remember-network.ts";
import { sendLoginLetter } from "#auth/actions/send-login-letter.ts";
import { signIn } from "#auth/actions/sign-in.ts";
import { lockActiveAccount } from "#auth/actions/start-session.ts";
import { type AppFlow, padKey, sealToken } from "#auth/one-time-pad.ts";
import type { Tx } from "#kernel/db/types.ts";
import { appScheme } from "./app-scheme.ts";
import { html } from "./html.ts";
import { homeOf } from "./next-page.ts";
import type { Page, Redirect, Visit } from "./page.ts";

/** How long a desktop app may take to sign in with its token, in seconds. */
const TOKEN_SECONDS = 300;
const TOKEN_BYTES = 32;

interface Arrived {
  readonly userId: number;
  /** By which way they come in, as `authentication_methods` names it. */
  readonly method: string;
  /** Whether this transaction has made the account. Default: no. */
  readonly isNew?: boolean;
  /** Where they wanted to go; null: nowhere in particular. */
  readonly next?: string | null;
  /** Name of the site that says who they are; undefined: they gave their password. */
  readonly through?: string | undefined;
  /** Whether a passkey alone was proof. Default: no. */
  readonly isByPasskey?: boolean;
}

/**
 * Ends every sign-in by a browser: with a session, or for an app with what the app needs, and then without one.
 * @throws AccountIsDeactivated
 */
export async function finishSignIn(tx: Tx, visit: Visit, arrived: Arrived): Promise<Page | Redirect> {
  const { services, realm, ip, userAgent, now, flow } = visit;
  const { userId, method, isNew = false, next, through, isByPasskey = false } = arrived;
  const origin = { ip, userAgent, through, isByPasskey };
  const sendsLetter = !isNew && services.logins.sendsLoginLetters;
  if (flow === null) {
    const session = await signIn(tx, { realm, userId, method, origin, sendsLetter, isNew, now });
    return { to: next ?? homeOf(services), session };
  }
  if (!isNew) await lockActiveAccount(tx, userId);
  await rememberNetwork(tx, { userId, ip, now });
  if (sendsLetter) await sendLoginLetter(tx, { realm, userId, origin, now });
  const outcome =
    flow.app === "mobile" ? await toApp(tx, visit, userId, flow) : await forDesktop(tx, visit, arrived, flow);
  visit.flow = null;
  return outcome;
}

async function toApp(tx: Tx, { services, realm }: Visit, userId: number, { otp }: AppFlow): Promise<Redirect> {
  const account = await tx
    .selectFrom("account")
    .select(["delivery_email", "api_key_version"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const parameters = new URLSearchParams({
    otp_encrypted_api_key: padKey(deriveApiKey(services.secret, userId, account.api_key_version), otp),
    email: account.delivery_email,
    user_id: String(userId),
    realm: realm.url,
  });
  return { to: `${appScheme(services.site)}://login?${parameters.toString()}` };
}

async function forDesktop(tx: Tx, { realm, now }: Visit, { userId, method }: Arrived, { otp }: AppFlow): Promise<Page> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const step = { kind: "desktop", realmId: realm.id, token, browser: null, seconds: TOKEN_SECONDS, now } as const;
  await keepStep(tx, { ...step, data: { userId, method } });
  return {
    title: "Go back to the app",
    body: html`<h1>Go back to the app</h1>
      <p>Copy this, and paste it into the app within five minutes:</p>
      <pre><code>${sealToken(token, otp)}</code></pre>`,
  };
}
