import { clearLoginFailures } from "#modules/sign-in/attempts/actions/clear-login-failures.ts";
import { endSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";

/**
 * Gives an account another password, signs its browsers out but for the session `except`, and gives its owner a fresh start
 * where there were too many wrong ones. The API key stays.
 * @throws NoSuchUser
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string, { except = 0 } = {}): Promise<void> {
  const account = await storeAccount(tx, userId, { password_hash: passwordHash });
  if (account.bot_type !== null) throw new NoSuchUser();
  await endSessions(tx, [userId], { except });
  await clearLoginFailures(tx, { realmId: account.realm_id, usernameKey: account.email_key });
}
