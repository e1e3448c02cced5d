import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { setPassword } from "./set-password.ts";
import { findPasswordReset } from "../password-resets.ts";

interface NewPassword {
  readonly realm: Pick<RealmContext, "id">;
  /** Key of the link. */
  readonly key: string;
  readonly passwordHash: string;
  readonly ldap: LdapSettings | undefined;
  readonly now: Date;
}

/**
 * Replaces a forgotten password, ends the account's browser sessions, and invalidates all of the account's reset links.
 * @returns the account's id; null if the link cannot be used
 */
export async function resetPassword(tx: Tx, reset: NewPassword): Promise<number | null> {
  const found = await findPasswordReset(tx, reset);
  if (!found) return null;
  const { userId } = found;
  // If two requests use reset links of one account at the same time, the second waits here and then finds its link
  // used.
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
