import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { startSession } from "./start-session.ts";
import { type LoginOrigin, tellOfLogin } from "./tell-of-login.ts";

interface SignIn {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  /** Null: the account's owner is not told. */
  readonly origin: LoginOrigin | null;
  readonly now: Date;
}

/**
 * Signs a browser in, and tells the account's owner.
 * @returns the token for the browser's cookie
 * @throws AccountIsDeactivated
 */
export async function signIn(tx: Tx, { realm, userId, origin, now }: SignIn): Promise<string> {
  const token = await startSession(tx, { userId, now });
  if (origin) await tellOfLogin(tx, { realm, userId, origin, now });
  return token;
}
