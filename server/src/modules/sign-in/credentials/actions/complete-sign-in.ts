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

/** Second factor that was given at a login. `provider`: the identity provider itself has checked a second factor. */
export type SecondFactor = "code" | "passkey" | "provider";

/**
 * Result of a login for the client: a browser session, the API key, or a token with which a desktop app gets a session.
 */
export type SignInResult = "session" | "api_key" | "desktop_token";

interface SignIn extends NewSession {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** The second factor; null if none was given. */
  readonly secondFactor: SecondFactor | null;
  readonly result: SignInResult;
  /** Token of the browser's current session, which the new one replaces; null if there is none. */
  readonly replaces: string | null;
  /** Whether the owner of the account is notified by email. */
  readonly sendsEmail: boolean;
  /** Whether the same transaction created the account. Default: false. */
  readonly isNew?: boolean;
}

/**
 * Completes every login: checks that the second factor was given if the account has one, replaces the browser's
 * session, notifies the account's owner by email, and writes the audit log.
 * @returns the token for the browser's cookie; null if the result is not a session
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
