import type { Database } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { rememberNetwork } from "./actions/remember-network.ts";
import { type LoginOrigin, sendLoginLetter } from "./actions/send-login-letter.ts";
import { lockActiveAccount } from "./actions/start-session.ts";
import { deriveApiKey } from "./api-key.ts";
import { AccountIsDeactivated, UserDeactivated } from "./errors.ts";

interface Services {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly sendsLoginLetters: boolean;
}

interface Proven {
  readonly realm: RealmContext;
  readonly userId: number;
  readonly origin: LoginOrigin;
  readonly now: Date;
}

/**
 * Gives the API key to somebody who has proved whose the account is, and writes to its owner about that.
 * @throws UserDeactivated
 */
export async function giveApiKey(
  { db, secret, sendsLoginLetters }: Services,
  { realm, userId, origin, now }: Proven,
): Promise<{ readonly api_key: string; readonly email: string; readonly user_id: number }> {
  await db.write(async (tx) => {
    await lockActiveAccount(tx, userId).catch((error: unknown) => {
      throw error instanceof AccountIsDeactivated ? new UserDeactivated() : error;
    });
    await rememberNetwork(tx, { userId, ip: origin.ip, now });
    if (sendsLoginLetters) await sendLoginLetter(tx, { realm, userId, origin, now });
  });
  const account = await db.reader
    .selectFrom("account")
    .select(["id", "delivery_email", "api_key_version"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    api_key: deriveApiKey(secret, account.id, account.api_key_version),
    email: account.delivery_email,
    user_id: account.id,
  };
}
