import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { rememberNetwork } from "./remember-network.ts";
import { insertSession, type NewSession, startSession } from "./start-session.ts";
import { sendLoginLetter } from "./send-login-letter.ts";

interface SignIn extends NewSession {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Whether the owner of the account gets a letter about it. */
  readonly sendsLetter: boolean;
  /** Whether this transaction has made the account. Default: no. */
  readonly isNew?: boolean;
}

/**
 * Signs a browser in, and writes to the owner of the account.
 * @returns the token for the browser's cookie
 * @throws AccountIsDeactivated
 */
export async function signIn(tx: Tx, { realm, sendsLetter, isNew, ...session }: SignIn): Promise<string> {
  const { userId, origin, now } = session;
  const token = await (isNew ? insertSession(tx, realm.id, session) : startSession(tx, session));
  await rememberNetwork(tx, { userId, ip: origin.ip, now });
  if (sendsLetter) await sendLoginLetter(tx, { realm, userId, origin, now });
  return token;
}
