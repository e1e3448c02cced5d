import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { clientName } from "#modules/sign-in/core/client-name.ts";
import { TwoFactorRequired } from "#modules/sign-in/core/errors.ts";
import { needsSecondFactor } from "../second-factors.ts";
import { endSession } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import { storeLoginNetwork } from "#modules/sign-in/attempts/actions/store-login-network.ts";
import { enqueueLoginEmail } from "#modules/sign-in/core/actions/enqueue-login-email.ts";
import { insertSession, lockActiveAccount, type NewSession } from "#modules/sign-in/sessions/actions/start-session.ts";

/** What proved the owner beside the first credential: `provider` where the site that vouches for users asks itself. */
export type SecondFactor = "code" | "passkey" | "provider";

/** What a sign-in yields: a browser's session, the API key, or a token with which a desktop app gets a session. */
export type SignInResult = "session" | "api_key" | "desktop_token";

interface SignIn extends NewSession {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Null: none was given. */
  readonly secondFactor: SecondFactor | null;
  readonly result: SignInResult;
  /** The token of the browser's session so far, which the new one replaces; null: it has none. */
  readonly replaces: string | null;
  /** Whether the owner of the account gets an email about it. */
  readonly sendsEmail: boolean;
  /** Whether this transaction has created the account. Default: no. */
  readonly isNew?: boolean;
}

/**
 * Completes a sign-in, by whichever way: checks that the second factor was given where the account has one, replaces the
 * browser's session, sends the owner an email, and writes the audit log. Every way to sign in ends here.
 * @returns the token for the browser's cookie; null where the result is no session
 * @throws AccountIsDeactivated, TwoFactorRequired
 */
export async function completeSignIn(tx: Tx, signIn: SignIn): Promise<string | null> {
  const { realm, userId, method, origin, secondFactor, result, isNew = false, now } = signIn;
  if (!isNew) {
    await lockActiveAccount(tx, userId);
    if (secondFactor === null && (await needsSecondFactor(tx, userId))) throw new TwoFactorRequired();
  }
  if (result === "session" && signIn.replaces !== null) await endSession(tx, signIn.replaces);
  const token = result === "session" ? await insertSession(tx, realm.id, signIn) : null;
  await storeLoginNetwork(tx, { userId, ip: origin.ip, now });
  if (signIn.sendsEmail) await enqueueLoginEmail(tx, { realm, userId, origin, now });
  const from = { client: clientName(origin.userAgent), network: clientNetwork(origin.ip) };
  await recordAct(tx, {
    realmId: realm.id,
    actorId: userId,
    act: "user.signed_in",
    targetId: userId,
    after: { method, second_factor: secondFactor, result, ...from },
    now,
  });
  return token;
}
