import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { setPassword } from "./set-password.ts";
import { findPasswordReset } from "../password-resets.ts";

interface NewPassword {
  readonly realm: Pick<RealmContext, "id">;
  /** Of the link. */
  readonly key: string;
  readonly passwordHash: string;
  readonly ldap: LdapSettings | undefined;
  readonly now: Date;
}

/**
 * Replaces a forgotten password, signs the account's browsers out, and makes all links for its password worthless.
 * @returns whose it is; null where the link cannot be used
 */
export async function resetPassword(tx: Tx, reset: NewPassword): Promise<number | null> {
  const found = await findPasswordReset(tx, reset);
  if (!found) return null;
  const { userId } = found;
  // If two requests use links of one account at once, the second finds its own used when the first is done.
  await lockAccount(tx, userId);
  if (!(await findPasswordReset(tx, reset))) return null;
  await tx
    .updateTable("password_reset")
    .set({ used_at: reset.now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await setPassword(tx, userId, reset.passwordHash);
  return userId;
}
