import type { Tx } from "@parlance/kernel/db/types.ts";
import type { LoginAttemptKey } from "../login-limit.ts";

type Owner = Pick<LoginAttemptKey, "realmId" | "usernameKey"> & Partial<Pick<LoginAttemptKey, "network">>;

/**
 * Deletes the recorded wrong passwords for a username in one organization: those from one network after its owner has
 * logged in, or those from all networks after the password was changed.
 */
export async function clearLoginFailures(tx: Tx, { realmId, usernameKey, network }: Owner): Promise<void> {
  let failures = tx.deleteFrom("login_failure").where("realm_id", "=", realmId).where("username_key", "=", usernameKey);
  if (network !== undefined) failures = failures.where("network", "=", network);
  await failures.execute();
}
