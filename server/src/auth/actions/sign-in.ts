import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { rememberNetwork } from "./remember-network.ts";
import { insertSession, startSession } from "./start-session.ts";
import { type LoginOrigin, sendLoginLetter } from "./send-login-letter.ts";

interface SignIn {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  readonly origin: LoginOrigin;
  /** Whether the owner of the account gets a letter about it. */
  readonly sendsLetter: boolean;
  /** Whether this transaction has made the account. Default: no. */
  readonly isNew?: boolean;
  readonly now: Date;
}

/**
 * Signs a browser in, and writes to the owner of the account.
 * @returns the token for the browser's cookie
 * @throws AccountIsDeactivated
 */
export async function signIn(tx: Tx, { realm, userId, origin, sendsLetter, isNew, now }: SignIn): Promise<string> {
  const token = await (isNew ? insertSession : startSession)(tx, { userId, now });
  await rememberNetwork(tx, { userId, ip: origin.ip, now });
  if (sendsLetter) await sendLoginLetter(tx, { realm, userId, origin, now });
  return token;
}
