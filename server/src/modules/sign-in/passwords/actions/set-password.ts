import { clearLoginFailures } from "#modules/sign-in/attempts/actions/clear-login-failures.ts";
import { endSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";

/**
 * Changes an account's password, ends its browser sessions except the one with the id `except`, and deletes its
 * recorded wrong passwords. The API key stays the same.
 * @throws NoSuchUser
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string, { except = 0 } = {}): Promise<void> {
  const account = await storeAccount(tx, userId, { password_hash: passwordHash });
  if (account.bot_type !== null) throw new NoSuchUser();
  await endSessions(tx, [userId], { except });
  await clearLoginFailures(tx, { realmId: account.realm_id, usernameKey: account.email_key });
}
