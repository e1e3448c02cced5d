import { clearLoginFailures } from "./clear-login-failures.ts";
import { endSessions } from "./end-sessions.ts";
import type { Tx } from "#kernel/db/types.ts";
import { NoSuchUser } from "#modules/1-ground/users/errors.ts";

/**
 * Gives an account another password, signs its browsers out, and gives its owner a fresh start where there were too many
 * wrong ones. The API key stays.
 * @throws NoSuchUser
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  const account = await tx
    .updateTable("account")
    .set({ password_hash: passwordHash })
    .where("id", "=", userId)
    .where("bot_type", "is", null)
    .returning(["realm_id", "email_key"])
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
  await endSessions(tx, userId);
  await clearLoginFailures(tx, { realmId: account.realm_id, usernameKey: account.email_key });
}
